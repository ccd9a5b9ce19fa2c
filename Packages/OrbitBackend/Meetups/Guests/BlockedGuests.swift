import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Safety

/// Notifies people that a person they have blocked attends a meetup, without naming that person.
///
/// Only the blocker is notified. A person who was blocked receives no event. If two people have blocked each other,
/// only the first blocker is notified. So a blocked person cannot block in return to learn where the first blocker is.
///
/// The event states whether a blocked person attends now. The event about a person who joins is a warning. Warnings
/// have a budget of their own; see `NoticeBudget`. Without it, a warning could be dropped. Devices would then reload
/// up to an hour later, which can be too late. If the account whose request causes the event has used up its normal
/// budget, the log still accepts these events:
///
/// - ``NoticeBudget/warnings`` warnings a day from that account
/// - ``NoticeBudget/warningsOfMeetup`` of these for one meetup
///
/// Further warnings are dropped. Devices then reload the state of all meetups, at most an hour later. The event about a
/// person who leaves does not count as a warning.
enum BlockedGuests {
    /// The maximum number of a person's blocks that are read, the latest first.
    private static let maxBlocks = 500
    /// The maximum number of people who are notified when one person joins or leaves.
    private static let maxNotified = 50

    /// Whether at least one of the people that a person has blocked attends a meetup. Takes at most three store calls,
    /// and one call if the person has no block.
    static func attend(_ meetup: MeetupID, blockedBy person: UserID, in reader: any StoreReader) throws -> Bool {
        let blocks = IndexQuery(
            BlockRecord.byBlocker, group: person.rawValue, order: .descending, limit: maxBlocks)
        let known = try notifiable(reader.list(BlockRecord.self, blocks), in: reader)
        guard !known.isEmpty else { return false }
        let guests = try reader.get(GuestRecord.self, all: known.map { GuestRecord.key(meetup, $0.blocked) })
        return guests.values.contains(where: \.countsAsAttendance)
    }

    /// Notifies the blockers of a person that the person has joined or left a meetup. A person who joins is also
    /// notified if a person on their own block list attends.
    ///
    /// - Parameters:
    ///   - person: The person who joins or leaves.
    ///   - meetup: The meetup.
    ///   - isComing: Whether the person joins.
    static func notify(of person: UserID, at meetup: MeetupID, isComing: Bool, in transaction: LogTransaction) throws {
        let blocks = IndexQuery(
            BlockRecord.byBlocked, group: person.rawValue, order: .descending, limit: maxBlocks)
        let blockers = try notifiable(transaction.list(BlockRecord.self, blocks), in: transaction).map(\.blocker)
        let guests = try transaction.get(GuestRecord.self, all: blockers.map { GuestRecord.key(meetup, $0) })
        let attending = guests.values.filter(\.countsAsAttendance).map(\.userID).sorted()
        for blocker in attending.prefix(maxNotified) {
            // Another blocked person may attend already, or still.
            let isAttended = try isComing || attend(meetup, blockedBy: blocker, in: transaction)
            try append(isAttended, at: meetup, to: blocker, isWarning: isComing, in: transaction)
        }
        if isComing, try attend(meetup, blockedBy: person, in: transaction) {
            try append(true, at: meetup, to: person, isWarning: true, in: transaction)
        }
    }

    private static func append(
        _ isAttended: Bool, at meetup: MeetupID, to person: UserID, isWarning: Bool, in transaction: LogTransaction
    ) throws {
        let data = Keyed(BlockedAttendance(meetupID: meetup, isAttended: isAttended))
        try transaction.append(
            .blockedAttendanceChanged, to: person, touches: [.blockedAttendance], data: data,
            warning: isWarning ? meetup : nil)
    }

    /// Returns the blocks whose blocker may be notified. Leaves out a block if the blocked person had blocked the
    /// blocker before.
    private static func notifiable(_ blocks: [BlockRecord], in reader: any StoreReader) throws -> [BlockRecord] {
        guard !blocks.isEmpty else { return [] }
        let returned = try reader.get(
            BlockRecord.self, all: blocks.map { BlockRecord.key($0.blocked, $0.blocker) })
        return blocks.filter { block in
            returned[BlockRecord.key(block.blocked, block.blocker)].map { block.blockedAt < $0.blockedAt } ?? true
        }
    }
}

extension GuestRecord {
    /// Whether the record counts as attendance. A guest who did not check in counts too, so that check-ins make no
    /// difference to other people.
    fileprivate var countsAsAttendance: Bool { state.isAttending || state == .noShow }
}
