import BackendRuntime
import Discover
import Foundation
import Matching
import Networking
import OrbitModels
import OrbitStore
import Validation

/// The people a person was shown on one day.
struct SeenRecord: ExpiringRecord {
    static let table = "seen"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.byViewer,
                exported: ExportSection("seen", of: "Discover", "A day, and the ids of the people who were shown")
            ) { seen, exporting in
                ExportedSeen(date: seen.day, people: try exporting.seen(among: seen.people))
            },
            remark:
                "Other people's lists of shown people have the id alone, and expire within \(ImpressionHistory.coolDown + 1) days."
        )
    }
    private static let byViewer = "viewer"
    /// The maximum number of people per day, far more than the suggestions of a day.
    private static let maxPeople = 1_000

    let viewer: UserID
    let day: CalendarDay
    let expiresAt: Date
    private(set) var people: [UserID] = []

    var key: String { Self.key(viewer, day) }
    var indexEntries: [IndexEntry] { [expiryEntry, IndexEntry(Self.byViewer, group: viewer.rawValue)] }

    private static func key(_ viewer: UserID, _ day: CalendarDay) -> String { "\(viewer) \(day)" }

    static func note(
        _ people: [UserID], shownTo viewer: UserID, on day: CalendarDay, in transaction: any StoreTransaction, now: Date
    ) throws {
        // By then, every time zone has reached a day on which the cool-down has ended.
        let expiresAt = now.addingTimeInterval(Double(ImpressionHistory.coolDown + 1) * 86_400)
        var record =
            try transaction.get(Self.self, key(viewer, day))
            ?? SeenRecord(viewer: viewer, day: day, expiresAt: expiresAt)
        let known = Set(record.people)
        record.people += people.filter { !known.contains($0) }.prefix(max(0, maxPeople - known.count))
        try transaction.put(record)
    }

    static func history(of viewer: UserID, in reader: any StoreReader) throws -> ImpressionHistory {
        var history = ImpressionHistory()
        for record in try reader.list(Self.self, IndexQuery(byViewer, group: viewer.rawValue)) {
            for id in record.people { history.note(id, shownOn: record.day) }
        }
        return history
    }
}

/// The people a person was shown on a day.
struct ExportedSeen: Codable, Sendable {
    let date: CalendarDay
    let people: [UserID]

    enum CodingKeys: String, CodingKey {
        case date
        case people = "user_ids"
    }
}

/// `POST /discover/seen`: records the people that the caller was shown. People that the caller may not see are skipped.
struct NoteSeen: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(
                DiscoverRoutes.seen, BodyReader<SeenRequest>.json.checked { body, _ in try Self.check(body) },
                perform: perform)
        ]
    }

    private static func check(_ body: SeenRequest) throws {
        guard !(1...SeenRequest.maxPeople).contains(body.userIDs.count) else { return }
        let code: FailureCode = body.userIDs.isEmpty ? .required : .tooMany
        throw HTTPProblem.invalidInput(
            [FieldFailure(path: "user_ids", code: code, parameters: ["max": .integer(SeenRequest.maxPeople)])],
            "Name 1 to \(SeenRequest.maxPeople) people.")
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller,
        _ checked: CheckedBody<SeenRequest, Void>
    ) throws -> OperationResult {
        try checked.value()
        let visibility = Visibility(of: caller.account, in: transaction)
        let people = try Set(checked.body.userIDs).sorted().filter { try visibility.account($0) != nil }
        let day = context.day(on: caller.account.campus, at: call.now)
        try SeenRecord.note(people, shownTo: caller.userID, on: day, in: transaction, now: call.now)
        return .success(MessageData(message: "Noted."))
    }
}
