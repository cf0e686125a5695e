package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"suffice/scorer/methods"
	"suffice/scorer/methods/complement"
	"suffice/tui/runs"
)

// experiments serve the screens on which methods are run. What of them a person
// may see and run is for the desk to say, at every look. The endpoint is on
// offer where the settings name a model; that they are at fault is told when
// somebody asks for it: suffice run --controller openai.
func experiments(cmd *cobra.Command, s streams, ses *session) *runs.Service {
	plain := recipe{Controller: offlineName, Embedder: latentName}
	makers := map[string]*workshop{offlineName: {recipe: plain, s: s}}
	controllers, reranks := []string{offlineName}, false
	if service, err := openEndpoint(cmd, s); err == nil {
		asking := recipe{Methods: methodNames(), Controller: openaiName, Embedder: latentName}
		if _, err := service.Controller(); err == nil {
			controllers = append(controllers, openaiName)
			makers[openaiName] = &workshop{recipe: asking, s: s, service: service}
		}
		_, err := service.Reranker()
		reranks = err == nil
		makers[offlineName].service = service
	}
	return runs.NewService(runs.Config{
		Root: resultsOf(cmd, ses), Desk: ses.desk, Offers: screenOffers(reranks), Controllers: controllers,
		Build: func(method, controller string, seed uint64) (methods.Method, error) {
			w := makers[controller]
			if w == nil {
				return nil, fmt.Errorf("there is no controller %q", controller)
			}
			seeded := *w
			seeded.Seed = seed
			return seeded.method(method)
		},
		Keep: keepsSets(s, ses), Revision: versionText(), Now: s.Now,
	})
}

// screenOffers are the methods as screens list them.
func screenOffers(reranks bool) []runs.Offer {
	var out []runs.Offer
	for _, o := range everyMethod() {
		if o.ID != complement.MethodRerank || reranks {
			out = append(out, runs.Offer{ID: o.ID, Words: o.What, From: o.From, Asks: o.Calls > 0})
		}
	}
	return out
}
