import BackendRuntime
import Foundation
import Networking
import Notices
import OrbitModels
import OrbitStore

/// An error of a feature.
struct Mishap: Error {}

extension Feature {
    /// A feature whose callbacks throw, whose jobs fail or do not end, and whose record is neither exported nor erased.
    static let faulty = Feature(
        operations: [Faults.self], records: [FaultyRecord.self, EndlessJob.self, FailingJob.self],
        lists: PeopleLists(
            [ListName(rawValue: "faults")], holders: { _, _, _ in throw Mishap() },
            quietHolders: { _, _, _ in throw Mishap() }, mayHold: { _, _, _, _ in throw Mishap() }),
        onBlock: { _, _, _ in throw Mishap() })
}

/// A record of the caller of `POST /faults`.
struct FaultyRecord: BackendRecord {
    static let table = "faults"
    static var personalData: PersonalData<Self> {
        .init(
            .key(exported: "faults", erase: .perform(writes: 1) { _, _ in throw Mishap() }) { _, _ in throw Mishap() })
    }

    let key: String
    var indexEntries: [IndexEntry] { [] }
}

/// A job whose every step leaves something.
struct EndlessJob: Job {
    static let table = "endless_faults"
    static var personalData: PersonalData<Self> { .none("Work without an end.") }

    let key: String
    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: .distantPast)] }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool { true }
}

/// A job that throws.
struct FailingJob: Job {
    static let table = "failing_faults"
    static var personalData: PersonalData<Self> { .none("Work that fails.") }

    let key: String
    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: .distantPast)] }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool { throw Mishap() }
}

/// `POST /faults` leaves all of them, and `GET /faults` throws.
struct Faults: Operations {
    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedIn(Route(.post, "/faults"), .none) { transaction, _, caller, _ in
                try transaction.put(FaultyRecord(key: caller.userID.rawValue))
                try transaction.put(EndlessJob(key: "endless"))
                try transaction.put(FailingJob(key: "failing"))
                return .success(MessageData(message: "All is left."))
            },
            context.signedInReading(Route(.get, "/faults")) { _, _, _ in throw Mishap() },
        ]
    }
}

/// A record of a table that accounts have.
struct ClaimedRecord: BackendRecord {
    static let table = "accounts"
    static var personalData: PersonalData<Self> { .none("Nothing.") }

    let key: String
    var indexEntries: [IndexEntry] { [] }
}

/// Responds to a route of the board under another name of its parameter.
struct NoticesAgain: Operations {
    static let route = Route(.get, "/notices/{id}")

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInReading(Self.route) { _, _, _ in
                .success(MessageData(message: "again"))
            }
        ]
    }
}
