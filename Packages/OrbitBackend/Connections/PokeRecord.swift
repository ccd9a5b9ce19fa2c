import BackendRuntime
import Connections
import Foundation
import Matching
import OrbitModels
import OrbitStore

/// A poke with its true state. It is stored for as long as it counts towards a limit.
struct PokeRecord: ExpiringRecord {
    static let table = "pokes"
    static var personalData: PersonalData<Self> {
        .init(
            .group(
                of: Self.outgoing,
                exported: ExportSection(
                    "pokes_sent", of: "Connections",
                    "A poke as its sender sees it: a declined poke stays pending until it expires"), erase: .ofEither
            ) { poke, exporting in
                exporting.element(about: poke.to, poke.poke(for: .sender, at: exporting.now))
            },
            .group(
                of: Self.received,
                exported: ExportSection(
                    "pokes_received", of: "Connections", "A poke as its recipient sees it, with the reply"),
                erase: .ofEither
            ) { poke, exporting in
                exporting.element(about: poke.from, poke.poke(for: .recipient, at: exporting.now))
            })
    }
    /// The index of pokes without a reply.
    static let incoming = "incoming"
    static let outgoing = "outgoing"
    /// The index of open pokes, by the time at which they expire.
    static let open = "open"
    /// The index of pokes by recipient, in any state.
    static let received = "received"
    /// The index of pokes from one person to another.
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
    /// The time at which the poke was accepted or withdrawn.
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
        var entries = [
            expiryEntry, IndexEntry(Self.outgoing, group: from.rawValue, at: createdAt),
            IndexEntry(Self.received, group: to.rawValue, at: createdAt),
            IndexEntry(Self.direction, group: "\(from)>\(to)", at: createdAt),
        ]
        if state == .pending { entries.append(IndexEntry(Self.incoming, group: to.rawValue, at: createdAt)) }
        if state.isOpen { entries.append(IndexEntry(Self.open, group: from.rawValue, at: lapsesAt)) }
        if let apartUntil { entries.append(IndexEntry(Self.apart, group: campus, at: apartUntil)) }
        return entries
    }

    mutating func move(to next: PokeState, at now: Date) {
        state = next
        endedAt = next.isOpen ? nil : now
    }

    /// The end of the period in which the daily pairing keeps the two apart; `nil` for an accepted poke.
    ///
    /// The period begins with the poke. The expiry or the withdrawal of the poke starts a cool-down, and the period ends
    /// at the end of the cool-down. A declined poke has the same period as other open pokes, because the match of the
    /// day would otherwise reveal the reply.
    var apartUntil: Date? {
        state == .accepted ? nil : (endedAt ?? lapsesAt).addingTimeInterval(PokeLimits.standard.coolDown)
    }

    /// Whether the daily pairing keeps the two apart.
    func keepsApart(at now: Date) -> Bool { apartUntil.map { $0 >= now } ?? false }

    /// Returns the query for the pokes that keep two people of a campus apart in the daily pairing.
    static func apart(on campus: String, now: Date) -> IndexQuery {
        IndexQuery(apart, group: campus, from: now)
    }

    /// Returns all pokes from one person to another within the last year, oldest first.
    static func sent(
        from: UserID, to: UserID, in reader: any StoreReader, now: Date
    ) throws -> [PokeRecord] {
        let since = now.addingTimeInterval(-PokeLimits.year)
        return try reader.list(Self.self, IndexQuery(direction, group: "\(from)>\(to)", from: since))
    }

    /// Returns all pokes of the last year between a person and some other people, in both directions.
    ///
    /// For each direction, it lists all pokes of the person, or looks up each of the other people, whichever are fewer.
    static func between(
        _ person: UserID, and others: [UserID], in reader: any StoreReader, now: Date
    ) throws -> (sent: [PokeRecord], received: [PokeRecord]) {
        let (ids, ranks) = (Set(others), now.addingTimeInterval(-PokeLimits.year).milliseconds...Int64.max)
        func pokes(_ index: String, _ pair: (UserID) -> String) throws -> [PokeRecord] {
            let all = IndexQuery(index, group: person.rawValue, ranks: ranks, limit: ids.count + 1)
            let count = try reader.count(Self.self, all)
            guard count > ids.count else { return count == 0 ? [] : try reader.list(Self.self, all) }
            let queries = others.map { IndexQuery(direction, group: pair($0), ranks: ranks) }
            return try reader.list(Self.self, all: queries).flatMap(\.self)
        }
        return (
            try pokes(outgoing) { "\(person)>\($0)" }.filter { ids.contains($0.to) },
            try pokes(received) { "\($0)>\(person)" }.filter { ids.contains($0.from) }
        )
    }

    func state(at now: Date) -> PokeState { state.at(now, lapsing: lapsesAt) }

    /// Returns the poke as one of its people may know it.
    func poke(for party: PokeParty, at now: Date) -> Poke {
        Poke(
            id: id, fromUserID: from, toUserID: to, note: note, status: state(at: now).disclosed(to: party).status,
            createdAt: createdAt, expiresAt: lapsesAt)
    }

    /// Returns the time at which the poke ended without a match, as its sender saw it: a declined poke ends when it
    /// expires.
    func fruitlessEnd(at now: Date) -> Date? {
        switch state(at: now) {
        case .withdrawn: endedAt
        case .expired: lapsesAt
        case .pending, .declined, .ignored, .accepted: nil
        }
    }
}

/// A reply affects only the suggestions of the recipient, because the sender does not learn of it.
extension PokeRecord: SuggestionBasis {
    var viewers: [UserID] { [to] }
}
