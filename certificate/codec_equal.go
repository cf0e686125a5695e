package certificate

import "suffice/certificate/records"

// Equal reports whether two certificates export the same content: equal
// values key by key, whatever the order of keys; group keys are left aside.
func Equal(a, b Certificate) bool { return records.Equal(Encode(a), Encode(b)) }
