import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `GET /meetups`: the meetups that the caller finds, ordered by start and id.
struct BrowseMeetups: Operations {
    /// Limits pages that end at a hidden meetup, because the position of their end is stored; see
    /// ``HiddenPositionsRecord``.
    /// Other pages are not counted.
    static let hiddenEnds = RateLimit(name: "meetup-hidden-ends", tiers: [.init(count: 60, window: 60)])

    let context: BackendContext

    var handlers: [RouteHandler] { [context.searchingMeetups(MeetupRoutes.browse, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let filter = try MeetupFilter(call)
        let words = filter.query.map { "\($0.name)=\($0.value ?? "")" }
        let list = "meetups \(ContentHash.hexadecimal([caller.userID.rawValue] + words))"
        let place = try call.query["cursor"].map { text in
            guard let cursor = ListCursor(text, list: list),
                let place = try HiddenPositionsRecord.position(
                    of: cursor, in: list, for: caller.userID, in: reader, now: call.now)
            else { throw HTTPProblem.badCursor }
            return place
        }
        let view = MeetupView(of: caller.account, context, at: call.now)
        var search = try MeetupSearch(filter, for: view, context.grid(of: caller.account.campus), in: reader)
        let page = try search.page(after: place, size: call.pageSize())
        let counts = try VisibleCounts(
            for: caller.userID, at: call.now, hidden: search.hiddenPeople, in: reader)
        let elements = try counts.of(page.elements)
        guard let end = page.end else { return .success(Page(elements), cache: .revalidated) }
        let cursor = end.isHidden ? HiddenPositionsRecord.cursor(named: context.newIdentifier()) : end.place
        var result = OperationResult.success(
            Page(elements, nextCursor: cursor.text(list: list)), cache: .revalidated)
        if end.isHidden {
            let person = caller.userID
            result.followUp = { transaction in
                try Self.hiddenEnds.admit(
                    person.rawValue, in: transaction, now: call.now,
                    message: "You have searched often. Try again in a moment.")
                try HiddenPositionsRecord.store(
                    end.place, as: cursor, of: list, for: person, in: transaction, now: call.now)
            }
        }
        return result
    }
}

extension MeetupFilter {
    /// Reads the filter of a request.
    ///
    /// - Throws: ``HTTPProblem`` if the filter is malformed.
    init(_ call: RequestContext) throws {
        do {
            try self.init { call.query[$0] }
        } catch {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: error.item, code: .malformed)], "You cannot search for this. Check the filter.")
        }
    }
}

/// `GET /meetups/map`: the meetups that the caller finds, counted by square. It counts only meetups that the list of
/// the same filter contains.
///
/// Like an empty page of the list, `complete_until` can reveal that the search has read hidden meetups up to its
/// bounds. It does not reveal when these meetups begin.
struct ReadMeetupMap: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] { [context.searchingMeetups(MeetupMapRoutes.map, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let view = MeetupView(of: caller.account, context, at: call.now)
        var search = try MeetupSearch(
            MeetupFilter(call), for: view, context.grid(of: caller.account.campus), in: reader)
        return .success(try search.count(), cache: .revalidated)
    }
}

extension BackendContext {
    /// Limits searches by words to one a second on average, because each compares the texts of many meetups.
    static let searches = RateLimit(name: "meetup-word-searches", tiers: [.init(count: 60, window: 60)])

    /// Creates a handler that reads meetups by a `MeetupFilter`, for people with a profile. It counts searches by words
    /// before they run. Apart from this count, it writes only the ``OperationResult/followUp`` of a result.
    func searchingMeetups(
        _ route: Route, perform: @escaping @Sendable (any StoreReader, RequestContext, Caller) throws -> OperationResult
    ) -> RouteHandler {
        let uncounted = signedInReading(route, as: .person, perform: perform)
        let counted = signedInReading(
            route, as: .person,
            prepare: { call in
                guard let text = call.query["q"], !SearchedWords(text).isEmpty else { return }
                try await store.transaction { transaction in
                    try Self.searches.admit(
                        caller(of: call, in: transaction).userID.rawValue, in: transaction, now: call.now,
                        message: "You have searched often. Try again in a moment.")
                }
            }, perform: perform)
        var handler = uncounted
        // Words are read only after the check of the session.
        handler.perform = { call in try await (call.query["q"] == nil ? uncounted : counted).perform(call) }
        return handler
    }
}
