import Foundation
import OrbitModels

/// A person's part in the daily pairing.
struct PairingRecord: StoreRecord {
    static let table = "pairing"
    static var personalData: PersonalData<Self> {
        .init(.key(exported: "pairing") { record, _ in ExportedPairing(isPaused: record.isPaused) })
    }
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

    static func all(on campus: String) -> IndexQuery { IndexQuery(byCampus, group: campus) }

    /// Returns whether it knew of the person.
    mutating func forget(_ person: UserID) -> Bool {
        let known = meetings.count + partners.count
        meetings.removeAll { $0.partner == person }
        partners.removeAll { $0 == person }
        return meetings.count + partners.count < known
    }

    mutating func noteMeeting(with partner: UserID, on day: CalendarDay) {
        meetings.removeAll { $0.partner == partner }
        meetings.append(Meeting(partner: partner, day: day))
        meetings.removeFirst(max(0, meetings.count - Self.mostMeetings))
    }
}
