import BackendRuntime
import Foundation
import Meetups
import OrbitModels
import OrbitStore
import Safety

/// Tells people that a person they have blocked attends a meetup, without telling who.
///
/// Only those are told who have blocked: a person who was blocked learns nothing of it. Of two who have blocked each
/// other, the person who did it first is told, so that nobody a person keeps away can block them in return in order to
/// be told where they go.
///
/// The event about a person who comes is a warning: a reload within an hour can be too late. It states whether a
/// blocked person attends now. Beyond the budget of the account whose request causes it, the log takes
/// ``NoticeBudget/warnings`` warnings of that account in a day, ``NoticeBudget/warningsOfMeetup`` of them of one
/// meetup. Devices learn of further ones by a reload of the state of all meetups, at most an hour later. The event
/// about a person who leaves is no warning.
enum BlockedGuests {
    /// The most blocks of one person that are looked at, the latest.
    private static let mostBlocks = 500
    /// The most people who are told of one person's coming or going.
    private static let mostTold = 50

    /// Whether one of the people the person has blocked attends. Takes three calls of the store, or one if there are
    /// none.
    static func attend(_ meetup: MeetupID, blockedBy person: UserID, in reader: any StoreReader) throws -> Bool {
        let blocks = IndexQuery(
            BlockRecord.byBlocker, group: person.rawValue, order: .descending, limit: mostBlocks)
        let known = try told(reader.list(BlockRecord.self, blocks), in: reader)
        guard !known.isEmpty else { return false }
        let guests = try reader.get(GuestRecord.self, all: known.map { GuestRecord.key(meetup, $0.blocked) })
        return guests.values.contains(where: \.isTold)
    }

    /// Tells those who have blocked a person that they have come to a meetup or left it, and the person likewise of
    /// those that they have blocked.
    static func tell(of person: UserID, at meetup: MeetupID, isComing: Bool, in transaction: LogTransaction) throws {
        let blocks = IndexQuery(
            BlockRecord.byBlocked, group: person.rawValue, order: .descending, limit: mostBlocks)
        let blockers = try told(transaction.list(BlockRecord.self, blocks), in: transaction).map(\.blocker)
        let guests = try transaction.get(GuestRecord.self, all: blockers.map { GuestRecord.key(meetup, $0) })
        let attending = guests.values.filter(\.isTold).map(\.userID).sorted()
        for blocker in attending.prefix(mostTold) {
            // Another one may be there already, or still.
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
        let data = Named(BlockedAttendance(meetupID: meetup, isAttended: isAttended))
        try transaction.append(
            .blockedAttendanceChanged, to: person, touches: [.blockedAttendance], data: data,
            warning: isWarning ? meetup : nil)
    }

    /// The blocks whose makers may be told of the blocked: not those who were blocked by them before.
    private static func told(_ blocks: [BlockRecord], in reader: any StoreReader) throws -> [BlockRecord] {
        guard !blocks.isEmpty else { return [] }
        let returned = try reader.get(
            BlockRecord.self, all: blocks.map { BlockRecord.key($0.blocked, $0.blocker) })
        return blocks.filter { block in
            returned[BlockRecord.key(block.blocked, block.blocker)].map { block.blockedAt < $0.blockedAt } ?? true
        }
    }
}

extension GuestRecord {
    /// Those who attend; whether they said that they are there makes no difference to others.
    fileprivate var isTold: Bool { state.isAttending || state == .noShow }
}
