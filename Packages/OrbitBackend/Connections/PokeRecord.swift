import Connections
import Foundation
import Matching
import OrbitModels

/// A poke, with its true state. Kept for as long as it counts towards a limit.
struct PokeRecord: ExpiringRecord {
    static let table = "pokes"
    /// Pokes that their recipient has not replied to.
    static let incoming = "incoming"
    static let outgoing = "outgoing"
    /// By the time at which they lapse.
    static let open = "open"
    /// By recipient, whatever has become of them.
    static let received = "received"
    /// From one person to one other.
    private static let direction = "direction"
    private static let apart = "apart"

    let id: PokeID
    let from: UserID
    let to: UserID
    let campus: String
    let note: PokeNote
    let createdAt: Date
    let lapsesAt: Date
    private(set) var state = PokeState.pending
    /// When it was accepted or taken back.
    private(set) var endedAt: Date?

    init(id: PokeID, from: UserID, to: UserID, campus: String, note: PokeNote, at now: Date) {
        self.id = id
        self.from = from
        self.to = to
        self.campus = campus
        self.note = note
        createdAt = now
        lapsesAt = now.addingTimeInterval(PokeLimits.standard.lifetime)
    }

    var key: String { id.rawValue }

    var expiresAt: Date { createdAt.addingTimeInterval(PokeLimits.year + PokeLimits.day) }

    var indexEntries: [IndexEntry] {
        let sent = createdAt.milliseconds
        var entries = [
            expiryEntry, IndexEntry(Self.outgoing, group: from.rawValue, rank: sent),
            IndexEntry(Self.received, group: to.rawValue, rank: sent),
            IndexEntry(Self.direction, group: "\(from)>\(to)", rank: sent),
        ]
        if state == .pending { entries.append(IndexEntry(Self.incoming, group: to.rawValue, rank: sent)) }
        if state.isOpen { entries.append(IndexEntry(Self.open, group: from.rawValue, rank: lapsesAt.milliseconds)) }
        if let apartUntil { entries.append(IndexEntry(Self.apart, group: campus, rank: apartUntil.milliseconds)) }
        return entries
    }

    mutating func move(to next: PokeState, at now: Date) {
        state = next
        endedAt = next.isOpen ? nil : now
    }

    /// Until when the daily pairing keeps the two apart: from an open poke to the end of the cool-down. It is
    /// the same whether or not the poke was declined, or else the daily match would tell.
    private var apartUntil: Date? {
        state == .accepted ? nil : (endedAt ?? lapsesAt).addingTimeInterval(PokeLimits.standard.coolDown)
    }

    /// Whether the daily pairing keeps the two apart.
    func keepsApart(at now: Date) -> Bool { apartUntil.map { $0 >= now } ?? false }

    /// The pairs that the daily pairing keeps apart because one of the two has poked the other.
    static func pairsApart(on campus: String, in reader: any StoreReader, now: Date) throws -> Set<UserPair> {
        let query = IndexQuery(apart, group: campus, ranks: now.milliseconds ... .max)
        return Set(try reader.list(Self.self, query).map { UserPair($0.from, $0.to) })
    }

    /// All that one person sent another within the last year, oldest first.
    static func sent(
        from: UserID, to: UserID, in reader: any StoreReader, now: Date
    ) throws -> [PokeRecord] {
        let since = now.addingTimeInterval(-PokeLimits.year).milliseconds
        return try reader.list(Self.self, IndexQuery(direction, group: "\(from)>\(to)", ranks: since ... .max))
    }

    func state(at now: Date) -> PokeState { state.at(now, lapsing: lapsesAt) }

    /// The poke as one side may know it.
    func poke(for party: PokeParty, at now: Date) -> Poke {
        Poke(
            id: id, fromUserID: from, toUserID: to, note: note, status: state(at: now).disclosed(to: party).status,
            createdAt: createdAt, expiresAt: lapsesAt)
    }

    /// When it ended without a match, as its sender saw it: a declined poke ends when it lapses.
    func fruitlessEnd(at now: Date) -> Date? {
        switch state(at: now) {
        case .withdrawn: endedAt
        case .expired: lapsesAt
        case .pending, .declined, .ignored, .accepted: nil
        }
    }
}
