import Connections
import Foundation
import NetworkingTesting
import Notices
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing

/// The app of one person beside that of another, on one backend.
@Suite @MainActor struct LiveBoardTests {
    private let chess = "Chess on Friday"
    private let guitar = "A guitar, hardly used"

    @Test func `a notice appears live on matching boards until a withdrawal or a removal`() async throws {
        let campus = try await Campus()
        let (maya, liam) = try await campus.devicesWithBoard()
        await liam.notices.board(of: .offer).load()
        #expect(await maya.post("  \(chess) ") == .done)
        #expect(maya.texts() == [chess] && maya.notices.form.draft.text.isEmpty)
        await waitUntil { liam.texts() == [chess] }
        #expect(await maya.post(guitar, .offer) == .done)
        await waitUntil { liam.texts(of: .offer) == [guitar] }
        await waitUntil { Set(liam.texts()) == [chess, guitar] }
        let notice = try #require(liam.notices.board(of: .offer).items.value?.first)
        #expect(maya.notices.isOwn(notice) && !liam.notices.isOwn(notice))
        #expect(await liam.notices.withdraw(notice).failure?.kind == .refused(.forbidden))
        #expect(liam.texts(of: .offer) == [guitar])
        let model = liam.notices.notice(notice.id)
        await model.load()
        #expect(model.state == .loaded(notice))
        #expect(await maya.notices.withdraw(notice) == .done)
        #expect(maya.texts() == [chess])
        await waitUntil { liam.texts() == [chess] && liam.texts(of: .offer).isEmpty }
        await waitUntil { model.state == .empty }
        let last = try #require(maya.notices.board().items.value?.first)
        try await campus.request(.post, "/notices/\(last.id)/remove", by: 3)
        await waitUntil { maya.texts().isEmpty && liam.texts().isEmpty }
    }

    @Test func `a person without a certificate cannot post, and posts the kept draft once certified`() async throws {
        let campus = try await Campus()
        let liam = try await campus.device(of: 1)
        #expect(await liam.post(chess).failure?.kind == .refused(.forbidden))
        #expect(liam.notices.form.draft.text == chess && liam.notices.form.failure != nil)
        try await campus.certify(1)
        #expect(await liam.notices.form.post() == .done)
        await liam.notices.board().load()
        #expect(liam.texts() == [chess])
    }

    @Test func `a block hides the notices of both people from each other until an unblock`() async throws {
        let campus = try await Campus()
        try await campus.certify(1)
        let (maya, liam) = try await campus.devicesWithBoard()
        #expect(await maya.post(chess) == .done)
        #expect(await liam.post(guitar) == .done)
        for device in [maya, liam] { await waitUntil { Set(device.texts()) == [chess, guitar] } }
        #expect(await maya.user.blocks.block(campus.people[1].id) == .done)
        #expect(maya.texts() == [chess])
        await waitUntil { liam.texts() == [guitar] }
        #expect(await maya.user.blocks.unblock(campus.people[1].id) == .done)
        for device in [maya, liam] { await waitUntil { Set(device.texts()) == [chess, guitar] } }
    }

    @Test func `an export contains the notices of its owner, and an erasure removes the notices live`() async throws {
        let campus = try await Campus()
        try await campus.certify(1)
        let maya = try await campus.device(of: 0)
        #expect(await maya.post(chess) == .done)
        let liam = try await campus.device(of: 1)
        await liam.notices.board().load()
        #expect(await liam.post(guitar) == .done)
        #expect(Set(liam.texts()) == [chess, guitar])
        #expect(await maya.user.account.export() == .done)
        let file = try #require(maya.user.account.archive)
        let archive = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        let exported = (archive["sections"] as? [String: Any])?["notices"] as? [[String: Any]]
        #expect(exported?.compactMap { $0["text"] as? String } == [chess])
        maya.user.account.confirmation = campus.people[0].email
        #expect(try await maya.app.eraseAccount() == .done)
        await waitUntil { liam.texts() == [guitar] }
    }

    @Test func `a sign-out removes the draft, the failure and the boards, and old boards load nothing`() async throws {
        let (maya, liam) = try await Campus().devicesWithBoard()
        #expect(await maya.post(chess) == .done)
        await waitUntil { liam.texts() == [chess] }
        let board = liam.notices.board()
        let notice = try #require(board.items.value?.first)
        await liam.notices.withdraw(notice)
        #expect(liam.notices.failure?.kind == .refused(.forbidden))
        liam.notices.form.draft.text = guitar
        try await liam.app.logout()
        #expect(liam.user.models(of: NoticesModels.self) == nil && liam.notices.user == nil)
        #expect(liam.notices.form.draft.text.isEmpty && liam.notices.failure == nil)
        #expect(await maya.post(guitar) == .done)
        await board.load()
        #expect(board.items == .loaded([notice]) && liam.notices.board() !== board)
    }
}
