import BackendRuntime
import Foundation
import OrbitModels
import OrbitStore

/// The participation of a person in the daily pairing.
struct PairingRecord: BackendRecord {
    static let table = "pairing"
    static var personalData: PersonalData<Self> {
        .init(
            .key(
                exported: ExportSection(
                    "pairing", of: "Connections", "Whether the daily pairing is paused: `is_paused`"),
                erase: .ofBoth
            ) { record, _ in ExportedPairing(isPaused: record.isPaused) })
    }
    private static let byCampus = "campus"
    static let maxPastMatches = 130

    struct PastMatch: Codable {
        let partner: UserID
        let day: CalendarDay
    }

    let userID: UserID
    let campus: String
    var isPaused = false
    /// The last day on which the person's group was processed.
    var day: CalendarDay?
    /// The partners of that day.
    var partners: [UserID] = []
    /// The latest match with each partner, oldest first. The maximum is enough for 60 days with two partners.
    ///
    /// A match is stored with both people or with neither of them. So each record leads to the partner's record, even
    /// after their match is deleted.
    private(set) var pastMatches: [PastMatch] = []

    private enum CodingKeys: String, CodingKey {
        case userID, campus, isPaused, day, partners
        case pastMatches = "meetings"
    }

    var key: String { userID.rawValue }
    var indexEntries: [IndexEntry] { [IndexEntry(Self.byCampus, group: campus)] }

    static func of(_ id: UserID, campus: String, in reader: any StoreReader) throws -> PairingRecord {
        try reader.get(Self.self, id.rawValue) ?? PairingRecord(userID: id, campus: campus)
    }

    static func all(on campus: String) -> IndexQuery { IndexQuery(byCampus, group: campus) }

    /// Notes that the person's group was processed on a day, with these partners.
    mutating func take(part partners: [UserID], on day: CalendarDay) {
        self.partners = (self.day == day ? self.partners : []) + partners
        self.day = day
    }

    /// Removes a person. Returns whether the record contained the person.
    private mutating func forget(_ person: UserID) -> Bool {
        let known = pastMatches.count + partners.count
        pastMatches.removeAll { $0.partner == person }
        partners.removeAll { $0 == person }
        return pastMatches.count + partners.count < known
    }

    /// Notes a match for one of its two people. If there are too many past matches, the oldest is removed from both
    /// records.
    ///
    /// - Parameters:
    ///   - id: The person to note the match for.
    ///   - partner: The other person of the match.
    ///   - day: The day of the match.
    ///   - campus: The campus of both people.
    ///   - isDailyPairing: Whether the daily pairing has matched the two.
    ///   - transaction: The transaction of the match.
    static func noteMatch(
        of id: UserID, with partner: UserID, on day: CalendarDay, _ campus: String, isDailyPairing: Bool,
        in transaction: any StoreTransaction
    ) throws {
        var person = try PairingRecord.of(id, campus: campus, in: transaction)
        if isDailyPairing { person.take(part: [partner], on: day) }
        person.pastMatches.removeAll { $0.partner == partner }
        person.pastMatches.append(PastMatch(partner: partner, day: day))
        let dropped = person.pastMatches.prefix(max(0, person.pastMatches.count - maxPastMatches))
        person.pastMatches.removeFirst(dropped.count)
        try transaction.put(person)
        if dropped.isEmpty { return }
        for var other in try transaction.get(Self.self, all: dropped.map(\.partner.rawValue)).values
        where other.forget(id) { try transaction.put(other) }
    }

    /// Removes a person from the record of another person.
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
