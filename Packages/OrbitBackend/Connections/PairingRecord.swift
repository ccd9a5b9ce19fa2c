import Foundation
import OrbitModels

/// A person's part in the daily pairing.
struct PairingRecord: StoreRecord {
    static let table = "pairing"
    private static let byCampus = "campus"
    private static let mostMeetings = 130

    struct Meeting: Codable {
        let partner: UserID
        let day: CalendarDay
    }

    let userID: UserID
    let campus: String
    var isPaused = false
    /// The last day of which this person was part.
    var day: CalendarDay?
    /// The partners of that day.
    var partners: [UserID] = []
    /// The latest, the last time with each, oldest first: enough for 60 days of two partners.
    private(set) var meetings: [Meeting] = []

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byCampus, group: campus)] }

    static func of(_ id: UserID, campus: String, in reader: any StoreReader) throws -> PairingRecord {
        try reader.get(Self.self, id.rawValue) ?? PairingRecord(userID: id, campus: campus)
    }

    static func all(on campus: String, in reader: any StoreReader) throws -> [PairingRecord] {
        try reader.list(Self.self, IndexQuery(byCampus, group: campus))
    }

    mutating func noteMeeting(with partner: UserID, on day: CalendarDay) {
        meetings.removeAll { $0.partner == partner }
        meetings.append(Meeting(partner: partner, day: day))
        meetings.removeFirst(max(0, meetings.count - Self.mostMeetings))
    }
}

/// How far the pairing of one campus on one day has got.
struct PairingDayRecord: ExpiringRecord {
    static let table = "pairing_days"

    let key: String
    /// Until then no other request goes on with it.
    var claimedUntil: Date
    var isDone = false
    /// How many parts the plan has; `nil` before it is made.
    var parts: Int?
    /// How many of them are carried out.
    var partsDone = 0

    var expiresAt: Date { claimedUntil.addingTimeInterval(7 * 86_400) }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    static func key(_ campus: String, _ day: CalendarDay) -> String { "\(campus) \(day)" }
}

/// A part of a day's pairing: groups that one transaction brings together. It is deleted by that transaction.
struct PairingPartRecord: ExpiringRecord {
    static let table = "pairing_parts"
    static let mostGroups = 100

    let day: String
    let number: Int
    /// A group of one person has no match today.
    let groups: [[UserID]]
    let expiresAt: Date

    var key: String { Self.key(day, number) }
    var indexEntries: [IndexEntry] { [expiryEntry] }

    static func key(_ day: String, _ number: Int) -> String { "\(day) \(number)" }
}
