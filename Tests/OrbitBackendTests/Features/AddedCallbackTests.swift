import Connections
import Foundation
import Meetups
import Moderation
import Networking
import NetworkingTesting
import OrbitModels
import OrbitStore
import Safety
import Testing
import TimeAndChance

@testable import BackendRuntime
@testable import OrbitBackend

/// Callbacks of an added feature that throw, and their effect on the other features.
@Suite struct AddedCallbackTests {
    private struct TestError: Error {}

    private struct HolderState: Sendable {
        var fails = true
        var holder: UserID?
    }

    private struct NoteRecord: BackendRecord {
        static let table = "notes"
        static var personalData: PersonalData<Self> { .none("A note.") }

        let key: String
        var indexEntries: [IndexEntry] { [] }
    }

    /// Lists of a feature that fails while `state.fails` is set.
    private static func lists(_ names: [ListName], _ state: LockedState<HolderState>) -> PeopleLists {
        PeopleLists(
            names,
            holders: { _, _, _ in
                try state.withLock { held -> [UserID] in
                    if held.fails { throw TestError() }
                    return held.holder.map { [$0] } ?? []
                }
            })
    }

    /// Two features that fail at first. Ana is a holder of every person in the first feature, and Zoe in the second.
    /// Liam has a match with Maya. A holder is a person whose device may show another person; see `PeopleLists`.
    private struct TwoFeatures {
        let server: TestServer
        let people: [Member]
        private let states = [LockedState(HolderState()), LockedState(HolderState())]

        init() async throws {
            let names = ["first", "second"].map { ListName(rawValue: $0) }
            let features = zip(names, states).map { Feature(operations: [], lists: AddedCallbackTests.lists([$0], $1)) }
            server = try .adding(features[0], features[1], counting: EventCounts())
            people = try await server.members("maya", "ana", "zoe", "liam", "mod")
            try await server.matched(people[0], people[3])
            for (state, person) in zip(states, people[1...2]) { state.withLock { $0.holder = person.id } }
        }

        /// Returns whether Maya, Ana and Zoe are each sent an event of `kind`.
        ///
        /// The first row is the state after the action. The second row follows when the first feature stops failing and
        /// finds Ana, and the third when the second feature finds Zoe.
        func notified(of kind: EventKind, by action: () async throws -> Void) async throws -> [[Bool]] {
            let holders = Array(people[..<3])
            var notified = [try await server.appended(to: holders, by: action)]
            for state in states {
                state.withLock { $0.fails = false }
                notified.append(
                    try await server.appended(to: holders) {
                        server.clock.advance(by: .seconds(61))
                        try await server.backend.runScheduledWork()
                    })
            }
            return notified.map { $0.map { $0.contains(kind) } }
        }
    }

    private let events = EventCounts()

    @Test func `people who have a suspended person in a list are notified once the failed feature finds them`()
        async throws
    {
        let state = LockedState(HolderState())
        let server = try TestServer.adding(
            Feature(operations: [], lists: Self.lists([], state)), counting: events)
        let people = try await server.members("maya", "liam", "mod", "ana")
        try await server.matched(people[0], people[1])
        state.withLock { $0.holder = people[3].id }
        let holders = [people[0], people[3]]
        let atFirst = try await server.appended(to: holders) {
            try await server.reported(.person(people[1].id), by: people[0])
            _ = try await server.decideFirstCase(.suspend, days: 7, by: people[2])
        }
        #expect(atFirst.map { $0.contains(.personHidden) } == [true, false])
        #expect(events.count(of: .callbackFailed("holders")) == 1)
        #expect(events.count(of: .workFailed(SuspensionWork.table)) == 1)
        state.withLock { $0.fails = false }
        let later = try await server.appended(to: holders) {
            server.clock.advance(by: .seconds(61))
            try await server.backend.runScheduledWork()
        }
        #expect(later.map { $0.contains(.personHidden) } == [false, true])
        let work = try await server.store.read { try $0.get(SuspensionWork.self, people[1].id.rawValue) }
        #expect(work == nil)
    }

    @Test func `a feature that fails again does not delay the suspension events of another feature`() async throws {
        let world = try await TwoFeatures()
        let (server, people) = (world.server, world.people)
        let notified = try await world.notified(of: .personHidden) {
            try await server.reported(.person(people[3].id), by: people[0])
            _ = try await server.decideFirstCase(.suspend, days: 7, by: people[4])
        }
        #expect(notified == [[true, false, false], [false, true, false], [false, false, true]])
        let work = try await server.store.read { try $0.get(SuspensionWork.self, people[3].id.rawValue) }
        #expect(work == nil)
    }

    @Test func `a feature that fails again does not delay the events of a changed profile in another feature`()
        async throws
    {
        let world = try await TwoFeatures()
        let (server, liam) = (world.server, world.people[3])
        let version = try await server.me(liam.token).headers[.etag]
        let notified = try await world.notified(of: .personChanged) {
            let response = try await server.put(.valid("Leo"), token: liam.token, ifMatch: version)
            #expect(response.status == 200)
        }
        #expect(notified == [[true, false, false], [false, true, false], [false, false, true]])
        let record = try await server.store.read { try $0.get(ProfileFanOutJob.self, liam.id.rawValue) }
        #expect(record == nil)
    }

    @Test(arguments: [false, true])
    func `a blocked person gets an event only if the check of their lists fails`(
        fails: Bool
    ) async throws {
        let lists = PeopleLists(mayHold: { _, _, _, _ in
            if fails { throw TestError() }
            return false
        })
        let server = try TestServer.adding(Feature(operations: [], lists: lists), counting: events)
        let people = try await server.members("maya", "liam")
        let kinds = try await server.appended(to: [people[1]]) {
            let response = try await server.block(people[1].id, by: people[0])
            #expect(response.status == 200)
        }
        #expect(kinds[0].contains(.personHidden) == fails)
        #expect(events.count(of: .callbackFailed("may_hold")) == (fails ? 1 : 0))
    }

    @Test(arguments: [
        StoreError.unreadableRecord(table: "notes"), .unwritableRecord(table: "notes"), .newerSchema(table: "notes"),
        .unavailable,
    ])
    func `a block survives a record error of a callback and is undone by any other store error`(
        error: StoreError
    ) async throws {
        let calls = LockedState(0)
        let server = try TestServer.adding(
            Feature(operations: [], onBlock: { _, _, _ in throw error }),
            Feature(operations: [], onBlock: { _, _, _ in calls.withLock { $0 += 1 } }), counting: events)
        let people = try await server.members("maya", "liam")
        let response = try await server.block(people[1].id, by: people[0])
        #expect((response.status == 200) == error.isOfRecord)
        #expect(calls.withLock { $0 } == (error.isOfRecord ? 1 : 0))
        #expect(events.count(of: .callbackFailed("block")) == (error.isOfRecord ? 1 : 0))
        let key = BlockRecord.key(people[0].id, people[1].id)
        let block = try await server.store.read { try $0.get(BlockRecord.self, key) }
        #expect((block != nil) == error.isOfRecord)
    }

    @Test func `a block takes effect although a feature cannot read its record`() async throws {
        let store = BytesStore()
        let notes = Feature(
            operations: [], records: [NoteRecord.self],
            onBlock: { _, _, transaction in _ = try transaction.get(NoteRecord.self, "note") })
        let server = try TestServer.adding(notes, store: store, counting: events)
        let people = try await server.members("maya", "liam")
        _ = try await server.sentPoke(from: people[0], to: people[1])
        try await store.transaction { try $0.put(NoteRecord(key: "note")) }
        #expect(await store.spoil(NoteRecord.table, "note"))
        #expect(try await server.block(people[0].id, by: people[1]).status == 200)
        #expect(events.count(of: .callbackFailed("block")) == 1)
        #expect(try await server.outgoing(people[0]).list.elements.isEmpty)
    }
}
