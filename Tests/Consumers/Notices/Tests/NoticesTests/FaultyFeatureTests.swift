import BackendRuntime
import Connections
import NetworkingTesting
import Notices
import NoticesBackend
import OrbitApp
import OrbitBackend
import OrbitDemo
import OrbitModels
import OrbitStore
import Presentation
import Profiles
import Testing

/// Features with faults: they are refused at the start, or harm only themselves.
@Suite @MainActor struct FaultyFeatureTests {
    private static let refused: [(Feature, FeatureConflict)] = [
        (.notices, .table("notices")),
        (Feature(operations: [], records: [ClaimedRecord.self]), .table("accounts")),
        (Feature(operations: [], events: [.noticePosted]), .event(.noticePosted)),
        (Feature(operations: [], events: [.personHidden]), .event(.personHidden)),
        (Feature(operations: [], lists: PeopleLists([.notices])), .list(.notices)),
        (Feature(operations: [NoticesAgain.self]), .route(NoticesAgain.route)),
    ]

    @Test func `a feature that names what another has is refused at the start with words`() {
        for (feature, conflict) in Self.refused {
            #expect(throws: conflict) {
                _ = try OrbitBackend(
                    store: MemoryStore(), configuration: .demonstration(), adding: [.notices, feature])
            }
        }
        #expect(
            FeatureConflict.table("notices").errorDescription
                == "The table notices is not the added feature's own. Give its record another table.")
        #expect(throws: AppFeatureError.repeatedName("notices")) { try AppFeatures([.notices, .notices]) }
    }

    @Test func `a campus keeps working beside a feature whose callbacks and jobs fail`() async throws {
        let campus = try await Campus(adding: [.faulty])
        let token = try await campus.token(of: 2)
        #expect(try await campus.send(.post, "/faults", token: token).status == 200)
        #expect(campus.count(of: .jobFailed("endless_faults")) == 1)
        #expect(campus.count(of: .jobFailed("failing_faults")) == 1)
        #expect(try await campus.send(.get, "/faults", token: token).status == 500)
        let (maya, liam) = (try await campus.device(of: 0), try await campus.device(of: 1))
        await liam.notices.board().load()
        #expect(await maya.post("Chess on Friday") == .done)
        await waitUntil { liam.texts() == ["Chess on Friday"] }
        #expect(await liam.user.blocks.block(campus.people[0].id) == .done)
        #expect(liam.texts().isEmpty)
        #expect(campus.count(of: .callbackFailed("block")) == 1)
    }

    @Test func `an export and an erasure leave out a record that fails, and have all others`() async throws {
        let campus = try await Campus(adding: [.faulty])
        let token = try await campus.token(of: 0)
        #expect(try await campus.send(.post, "/faults", token: token).status == 200)
        #expect(
            try await campus.send(.post, "/notices", token: token, ["kind": "event", "text": "Chess"]).status == 200)
        let archive = try await campus.send(.get, "/users/me/export", token: token)
        #expect(String(decoding: archive.body, as: UTF8.self).contains("Chess"))
        #expect(campus.count(of: .callbackFailed("export")) == 1)
        #expect(try await campus.send(.delete, "/users/me", token: token).status == 200)
        #expect(campus.count(of: .jobFailed("erasures")) == 1)
        let liam = try await campus.device(of: 1)
        await liam.notices.board().load()
        #expect(liam.notices.board().items == .empty)
    }
}
