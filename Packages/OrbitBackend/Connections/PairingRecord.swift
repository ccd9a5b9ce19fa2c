import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// A person's part in the daily pairing.
struct PairingRecord: BackendRecord {
    static let table = "pairing"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection("pairing", of: "Connections", "Whether the daily pairing is paused"),
                erase: .ofBoth
            ) { record, _ in ExportedPairing(isPaused: record.isPaused) })
    }
    private static let byCampus = "campus"
    static let mostMeetings = 130

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
    /// The latest, the last time with each, oldest first: enough for 60 days of two partners. A meeting stands with
    /// both or with neither, so that each of the two leads to the other, also when their match is gone.
    private(set) var meetings: [Meeting] = []

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byCampus, group: campus)] }

    static func of(_ id: UserID, campus: String, in reader: any StoreReader) throws -> PairingRecord {
        try reader.get(Self.self, id.rawValue) ?? PairingRecord(userID: id, campus: campus)
    }

    static func all(on campus: String) -> IndexQuery { IndexQuery(byCampus, group: campus) }

    /// Notes that the person is part of a day's pairing, with those whom it has brought to them.
    mutating func take(part partners: [UserID], on day: CalendarDay) {
        self.partners = (self.day == day ? self.partners : []) + partners
        self.day = day
    }

    /// Returns whether it knew of the person.
    private mutating func forget(_ person: UserID) -> Bool {
        let known = meetings.count + partners.count
        meetings.removeAll { $0.partner == person }
        partners.removeAll { $0 == person }
        return meetings.count + partners.count < known
    }

    /// Notes a meeting for one of the two, in the place of their oldest if there are too many.
    ///
    /// - Parameter isByChance: whether the pairing of the day has brought them together.
    static func noteMeeting(
        of id: UserID, with partner: UserID, on day: CalendarDay, _ campus: String, isByChance: Bool,
        in transaction: any StoreTransaction
    ) throws {
        var person = try PairingRecord.of(id, campus: campus, in: transaction)
        if isByChance { person.take(part: [partner], on: day) }
        person.meetings.removeAll { $0.partner == partner }
        person.meetings.append(Meeting(partner: partner, day: day))
        let dropped = person.meetings.prefix(max(0, person.meetings.count - mostMeetings))
        person.meetings.removeFirst(dropped.count)
        try transaction.put(person)
        if dropped.isEmpty { return }
        for var other in try transaction.get(Self.self, all: dropped.map(\.partner.rawValue)).values
        where other.forget(id) { try transaction.put(other) }
    }

    /// Has the record of another know nothing of a person any more.
    static func forget(_ person: UserID, by other: UserID, in transaction: any StoreTransaction) throws {
        guard var record = try transaction.get(Self.self, other.rawValue), record.forget(person) else { return }
        try transaction.put(record)
    }
}

/// Whether the person is part of the daily pairing.
struct ExportedPairing: Codable, Sendable {
    let isPaused: Bool

    enum CodingKeys: String, CodingKey {
        case isPaused = "is_paused"
    }
}
