package review

import (
	"errors"

	"suffice/certificate"
)

// Refused reports whether an error says that an act makes no sense as things
// are, so that making it again would not help: a rule is in the way, the work
// has moved on, the state is gone. Every other error is about the storage, and
// the act may be tried again.
func Refused(err error) bool {
	return isA[*StaleError](err) || isA[*OutdatedError](err) || isA[*FoldError](err) ||
		isA[*FinishedError](err) || isA[*UnfinishedError](err) || isA[*ForbiddenError](err) ||
		isA[*NothingError](err) || isA[*UnknownKeptError](err) || isA[*UnknownStateError](err) ||
		isA[*TakenError](err) || isA[*NoSeatError](err) || isA[*SubmittedError](err) || isA[*NotSubmittedError](err) ||
		isA[*NotReadyError](err) || isA[*UnderReviewError](err) || isA[*FrozenError](err) || isA[*DutyError](err) ||
		isA[*OpinionError](err) || isA[*ChoiceError](err) || isA[*UndecidedError](err) || isA[*RulingError](err) ||
		isA[*ReserveError](err) || isA[*ReplacedError](err) || isA[*JudgmentError](err) || isA[*IncompleteError](err) ||
		isA[*certificate.InvalidError](err) || isA[*certificate.ConflictError](err) || isA[*certificate.TooManyError](err)
}

func isA[E error](err error) bool {
	var e E
	return errors.As(err, &e)
}
