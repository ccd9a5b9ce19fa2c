import BackendRuntime
import Foundation
import Meetups
import Networking
import OrbitModels
import OrbitStore
import Validation

/// `GET /meetups`: the meetups that the caller may find, by start and id.
struct BrowseMeetups: Operations {
    /// Pages whose ends are stored. A page that stores nothing is not counted.
    private static let hiddenEnds = RateLimit(name: "meetup-hidden-ends", tiers: [.init(count: 60, window: 60)])

    let context: BackendContext

    var handlers: [RouteHandler] { [context.searchingMeetups(MeetupRoutes.browse, perform: perform)] }

    private func perform(_ reader: any StoreReader, _ call: RequestContext, _ caller: Caller) throws -> OperationResult
    {
        let filter = try MeetupFilter(call)
        let words = filter.query.map { "\($0.name)=\($0.value ?? "")" }
        let list = "meetups \(ContentHash.hexadecimal([caller.userID.rawValue] + words))"
        let place = try call.query["cursor"].map { text in
            guard let cursor = ListCursor(text, list: list),
                let place = try HiddenPlacesRecord.place(
                    of: cursor, in: list, for: caller.userID, in: reader, now: call.now)
            else { throw HTTPProblem.badCursor }
            return place
        }
        let view = MeetupView(of: caller.account, context, at: call.now)
        var search = try MeetupSearch(filter, for: view, context.grid(of: caller.account.campus), in: reader)
        let page = try search.page(after: place, size: call.pageSize())
        let elements = try VisibleCounts(for: caller.userID, at: call.now, in: reader).of(page.elements)
        guard let end = page.end else { return .success(Page(elements), cache: .revalidated) }
        let cursor = end.isHidden ? HiddenPlacesRecord.cursor(named: context.newIdentifier()) : end.place
        var result = OperationResult.success(
            Page(elements, nextCursor: cursor.text(list: list)), cache: .revalidated)
        if end.isHidden {
            let person = caller.userID
            result.followUp = { transaction in
                try Self.hiddenEnds.admit(
                    person.rawValue, in: transaction, now: call.now,
                    message: "You have searched often. Try again in a moment.")
                try HiddenPlacesRecord.store(
                    end.place, as: cursor, of: list, for: person, in: transaction, now: call.now)
            }
        }
        return result
    }
}

extension MeetupFilter {
    /// The filter of a request; throws a ``HTTPProblem`` if it cannot be read.
    init(_ call: RequestContext) throws {
        do {
            try self.init { call.query[$0] }
        } catch {
            throw HTTPProblem.invalidInput(
                [FieldFailure(path: error.item, code: .malformed)], "This cannot be looked for. Check the filter.")
        }
    }
}
