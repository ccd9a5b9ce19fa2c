import Foundation
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing

@testable import BackendRuntime
@testable import OrbitBackend

/// A campus on which one person has every kind of connection with many others.
///
/// The elements of the lists are copies of the records of a small world. Each copy has its own identifiers, except for
/// the person's own things.
struct ListWorld: Sendable {
    let server: TestServer
    /// The people who read lists.
    let viewers: [Member]
    /// The identifiers that paths are filled with, by parameter.
    let things: [String: [String]]
    /// The people whose records are copied.
    private let people: [UserID]
    /// The identifiers that all copies share.
    private let kept: Set<String>
    /// The tables that are copied; `nil` for all tables that lists read.
    private let tables: Set<String>?

    /// The tables that no list reads.
    private static let omitted: Set = [
        "log_heads", "log_entries", "sessions", "usage", "idempotency", "photos", "evidence_photos", "seen",
        "daily_lists", "exposures", "counted_days", "pairing_parts", "shared_plans",
    ]

    /// The two people of a ``BlockWorld``. One of them reads lists.
    ///
    /// - Parameter shares: whether all copies share the meetups of both.
    static func people(
        _ connection: BlockWorld.Connection, viewer: Int, copying tables: Set<String>? = nil,
        sharingMeetups shares: Bool = false
    ) async throws -> ListWorld {
        let world = try await BlockWorld.with(connection)
        let (me, other, own) = (world.pair[viewer], world.pair[1 - viewer], world.own[viewer])
        let meetup = try #require(own["meetup_id"]?.dropFirst().first)
        let post = PostRequest(text: "Hello, all")
        #expect(try await world.server.post("/meetups/\(meetup)/posts", post, token: other.token).status == 200)
        // A person who has left can still be blocked.
        #expect(try await world.server.block(UserID(world.erased), by: me).status == 200)
        var kept = ["user_id", "meetup_id", "series_id", "post_id"].flatMap { own[$0] ?? [] }
        if shares { kept += world.own[1 - viewer]["meetup_id"] ?? [] }
        return ListWorld(
            server: world.server, viewers: [me], things: own, people: (world.pair + world.third).map(\.id),
            kept: Set(kept), tables: tables)
    }

    /// People who have reported each other, decisions of one moderator, and open cases for another moderator.
    static func moderation() async throws -> ListWorld {
        let server = try TestServer.moderated(by: "moderator", "other")
        let people = try await server.members("maya", "zed", "moderator", "other")
        for (host, reporter) in [(1, 0), (0, 1)] {
            let meetup = try await server.host(by: people[host]).id
            try await server.reported(.meetup(meetup), by: people[reporter])
            let decision = try await server.decideFirstCase(.warn, by: people[3]).decision.id
            if host == 1 { #expect(try await server.appeal(decision, by: people[1]).status == 200) }
        }
        for (accused, reporter) in [(1, 0), (0, 1)] {
            let evidence = [EvidenceChoice(.profile)]
            try await server.reported(.person(people[accused].id), evidence: evidence, by: people[reporter])
        }
        let file = CaseRecord.id(of: .person(people[0].id)).rawValue
        let kept = [people[0], people[2], people[3]].map(\.id.rawValue) + [file]
        return ListWorld(
            server: server, viewers: [people[0], people[2]], things: ["case_id": [file]], people: people.map(\.id),
            kept: Set(kept), tables: nil)
    }

    /// Returns a server on a store with `count` copies in addition to the original.
    func multiplied(by count: Int) async throws -> (server: TestServer, store: CountingStore) {
        let copy = try await TestStore.copy(of: server.store)
        let now = server.clock.date
        let context = server.backend.context
        try await copy.transaction { transaction in
            for table in FeatureSet.orbit.tables
            where tables?.contains(table.table) ?? !Self.omitted.contains(table.table) {
                try multiply(table, by: count, in: transaction)
            }
            try multiplyLists(
                by: count, context, in: LogTransaction(transaction, now: now, features: .orbit) { "epoch" })
        }
        let tally = CountingStore(copy)
        let large = try TestServer.moderated(by: "moderator", "other", store: tally, seed: 9)
        large.clock.advance(to: now)
        return (large, tally)
    }

    private func multiply<Record: BackendRecord>(
        _ type: Record.Type, by count: Int, in transaction: any StoreTransaction
    ) throws {
        let coding = RecordCoding()
        var originals: [String: Record] = [:]
        for locator in type.personalData.locators {
            for person in people {
                for record in try locator.records(of: person, limit: .max, in: transaction) {
                    originals[record.key] = record
                }
            }
        }
        for (key, record) in originals {
            let template = Template(String(decoding: try coding.encode(record), as: UTF8.self), keeping: kept)
            for number in 0..<count {
                let json = Data(template.text(number).utf8)
                let copy = try coding.decode(type, from: json, schema: Record.schema)
                if copy.key == key { break }
                try transaction.put(copy)
            }
        }
    }

    /// Multiplies the lists whose elements are not separate records, or that belong to no person.
    private func multiplyLists(by count: Int, _ context: BackendContext, in transaction: LogTransaction) throws {
        for viewer in viewers {
            var preferences = try PreferenceRecord.of(viewer.id, in: transaction)
            for id in preferences.lessLike {
                for number in 0..<count {
                    _ = preferences.showLess(like: UserID(Template.renamed(id.rawValue, number)), hasPoked: false)
                }
            }
            if !preferences.lessLike.isEmpty { try transaction.put(preferences) }
        }
        let all = try people.flatMap {
            try transaction.list(DecisionRecord.self, IndexQuery(DecisionRecord.byAccused, group: $0.rawValue))
        }
        guard let decision = all.first(where: { $0.accused == people[1] }) else { return }
        for _ in 0..<count {
            try AuditTrail(digest: context.digest).append(
                .decided, by: decision.moderator, decision, details: "", note: "", in: transaction)
        }
    }
}

/// A text whose identifiers differ in each copy.
private struct Template {
    private var texts: [Substring] = []
    private var identifiers: [String] = []

    init(_ text: String, keeping kept: Set<String>) {
        var end = text.startIndex
        for range in text.ranges(of: /[0-9a-f]{32,}/) where !kept.contains(String(text[range])) {
            texts.append(text[end..<range.lowerBound])
            identifiers.append(String(text[range]))
            end = range.upperBound
        }
        texts.append(text[end...])
    }

    func text(_ number: Int) -> String {
        zip(texts, identifiers).reduce(into: "") { $0 += $1.0 + Self.renamed($1.1, number) } + (texts.last ?? "")
    }

    static func renamed(_ identifier: String, _ number: Int) -> String {
        let digits = String(number, radix: 16)
        return identifier.dropLast(8) + String(repeating: "0", count: 8 - digits.count) + digits
    }
}
