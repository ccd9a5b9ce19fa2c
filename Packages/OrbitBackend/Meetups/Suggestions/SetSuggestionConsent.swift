import BackendRuntime
import Meetups
import Networking
import OrbitModels

/// `GET` and `PUT /meetups/suggested/consent`: what the caller agrees to. It holds from the next request of anyone on.
struct SetSuggestionConsent: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(MeetupSuggestionRoutes.consent) { reader, _, caller in
                .success(Named(try ConsentRecord.of(caller.userID, in: reader)), cache: .revalidated)
            },
            context.signedIn(MeetupSuggestionRoutes.setConsent, .json, perform: set),
        ]
    }

    private func set(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ body: Named<SuggestionConsent>
    ) throws -> OperationResult {
        if body.value != (try ConsentRecord.of(caller.userID, in: transaction)) {
            try transaction.put(
                ConsentRecord(userID: caller.userID, campus: caller.account.campus, consent: body.value))
            try transaction.append(
                .suggestionConsentChanged, to: caller.userID, touches: [.suggestionConsent, .suggestedMeetups],
                data: body)
        }
        return .success(body)
    }
}
