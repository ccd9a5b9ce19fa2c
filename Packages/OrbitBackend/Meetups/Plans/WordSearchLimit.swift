import BackendRuntime
import Meetups
import Networking
import OrbitModels
import OrbitStore

extension BackendContext {
    /// Reads all words of many meetups, so a person may do it once a second on average.
    private static let searches = RateLimit(name: "meetup-word-searches", tiers: [.init(count: 60, window: 60)])

    /// An operation for people with a profile that reads meetups by a `MeetupFilter`. Those by words are counted first.
    /// All others write nothing but the ``OperationResult/followUp`` of their results.
    func searchingMeetups(
        _ route: Route, perform: @escaping @Sendable (any StoreReader, RequestContext, Caller) throws -> OperationResult
    ) -> RouteHandler {
        signedInReading(
            route, as: .person,
            prepare: { call in
                guard let text = call.query["q"], !SearchedWords(text).isEmpty else { return }
                try await store.transaction { transaction in
                    try Self.searches.admit(
                        caller(of: call, in: transaction).userID.rawValue, in: transaction, now: call.now,
                        message: "You have searched often. Try again in a moment.")
                }
            }, perform: perform)
    }
}
