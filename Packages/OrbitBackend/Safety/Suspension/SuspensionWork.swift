import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore

/// A job that applies the effects of a suspension, or of its end, on other people. One transaction processes a bounded
/// number of people.
///
/// From the commit of the decision on, other people see nothing of the person. The job has these steps, in this order:
///
/// 1. Notify the people whose lists contain the person.
/// 2. Cancel the meetups that the person hosts.
/// 3. Remove the person from other meetups.
///
/// The notification comes first, because it finds people by the attendance that the later steps end.
struct SuspensionWork: Job {
    static let table = "suspension_work"
    static var personalData: PersonalData<Self> { .init(.key()) }
    /// The maximum number of people that one transaction notifies.
    // An event takes up to three of the 200 writes of a step. The job and its lease take one each.
    static let batch = 66
    /// The maximum number of meetups in one transaction.
    private static let meetups = 8

    /// The states of attendance that end; see `AttendanceLedger.remove(_:)`.
    private static let ending: Set<AttendanceState> = [
        .requested, .invited, .waiting, .offered, .going, .reconfirmed,
    ]

    enum Stage: String, Codable, Sendable {
        case hide, cancel, leave, show
    }

    let userID: UserID
    private var stage: Stage
    /// The last notified person, in the order of ids.
    private var cursor: UserID?
    private let savedAt: Date
    /// The added features whose lookup of holders has failed; `nil` if no lookup has failed, and in a record of an
    /// earlier version. These holders are notified after the last stage.
    private var missedHolders: FailedHolderLookups?

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [Self.waitingEntry(since: savedAt)] }

    /// Creates a job. Store it in the transaction of the decision. A job for the end of a suspension replaces the
    /// unfinished job of that suspension.
    init(of user: UserID, _ stage: Stage, at now: Date) {
        userID = user
        self.stage = stage
        savedAt = now
    }

    func runStep(_ context: BackendContext, in transaction: LogTransaction) throws -> Bool {
        var work = self
        let isDone: Bool
        switch stage {
        case .hide, .show: isDone = try work.notifySome(in: transaction)
        case .cancel: isDone = try work.cancelSome(context, transaction)
        case .leave: isDone = try work.leaveSome(context, transaction)
        }
        if isDone {
            if let next = stage.next, work.missedHolders?.isLaterPass != true {
                (work.stage, work.cursor) = (next, nil)
            } else if let pass = work.missedHolders?.next {
                (work.stage, work.cursor, work.missedHolders) = (stage == .show ? .show : .hide, nil, pass)
            } else {
                try transaction.delete(Self.self, key)
                return false
            }
        }
        try transaction.put(work)
        return true
    }

    /// Notifies a batch of holders. Skips holders with a block between them and the person.
    private mutating func notifySome(in transaction: LogTransaction) throws -> Bool {
        let holders = try transaction.holders(
            of: userID, includingPresence: true, after: cursor, failedLookups: &missedHolders
        ).filter { $0 != userID }
        let batch = holders.prefix(Self.batch)
        let apart = try BlockRecord.blockedPeople(of: userID, among: Array(batch), in: transaction)
        let accounts = batch.isEmpty ? [:] : try transaction.get(AccountRecord.self, all: batch.map(\.rawValue))
        for id in batch where !apart.contains(id) && accounts[id.rawValue] != nil {
            // A suspension deletes no match, poke or other record of the two people. So every list that contained the
            // person contains the person again.
            try transaction.appendUnchecked(
                stage == .show ? .personShown : .personHidden, to: id, about: userID,
                touches: transaction.listsOfPeople)
        }
        cursor = batch.last
        return holders.count <= Self.batch
    }

    /// Cancels a batch of the person's meetups that have not begun. Guests see that the host is unavailable, and no
    /// other reason.
    private func cancelSome(_ context: BackendContext, _ transaction: LogTransaction) throws -> Bool {
        let hosted = try MeetupRecord.hosted(by: userID, in: transaction, now: transaction.now)
            .filter { $0.plan.span.start > transaction.now }
        for meetup in hosted.prefix(Self.meetups) {
            try context.cancel(meetup, .hostUnavailable, by: nil, in: transaction)
        }
        return hosted.count <= Self.meetups
    }

    /// Ends a batch of the person's attendances. Reads pages until it has found a batch, because a page can contain
    /// only attendances that do not end, such as at cancelled meetups.
    private func leaveSome(_ context: BackendContext, _ transaction: LogTransaction) throws -> Bool {
        var (meetups, place): ([MeetupRecord], IndexPosition?) = ([], nil)
        repeat {
            let page = try GuestRecord.concernsPage(
                of: userID, from: transaction.now, after: place, in: transaction)
            let ids = page.records.filter { $0.hostID != userID && Self.ending.contains($0.state) }
                .map(\.meetupID.rawValue)
            meetups += try transaction.get(MeetupRecord.self, all: ids).values
                .filter { !$0.isCancelled && $0.plan.span.start > transaction.now }.sorted { $0.id < $1.id }
            place = page.end
        } while place != nil && meetups.count <= Self.meetups
        var ended = 0
        // The end of one attendance can cause several offers, and events to people with blocks.
        for meetup in meetups.prefix(Self.meetups) where transaction.expectedWrites < ScheduledWorkRunner.manyWrites {
            var ledger = AttendanceLedger(of: meetup, context, in: transaction)
            try ledger.remove(try ledger.guest(userID))
            try ledger.promoteFromWaitlist()
            try ledger.commit()
            ended += 1
        }
        return ended == meetups.count
    }
}

extension SuspensionWork.Stage {
    fileprivate var next: Self? {
        switch self {
        case .hide: .cancel
        case .cancel: .leave
        case .leave, .show: nil
        }
    }
}
