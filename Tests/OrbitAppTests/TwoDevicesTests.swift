import Connections
import Discover
import Foundation
import Matching
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Testing

/// What a person does on one device shows on their other one, without loading anything again.
@Suite @MainActor struct TwoDevicesTests {
    private let campus = SmallCampus()

    /// Maya's two devices, both live, and Liam's.
    private func devices() async throws -> (phone: AppModel, tablet: AppModel, liam: AppModel) {
        let liam = try await campus.join("liam")
        let (phone, tablet) = (try await campus.join("maya"), try await campus.signIn("maya"))
        for device in [phone, tablet, liam] { await waitUntil { device.connection == .live } }
        return (phone, tablet, liam)
    }

    private func opened(_ id: UserID, by app: AppModel) async -> PersonViewModel {
        let sheet = app.sheet(of: id)
        await sheet.load()
        return sheet
    }

    @Test func `a poke that is sent on one waits on the other, and is taken back on both`() async throws {
        let (phone, tablet, liam) = try await devices()
        let sheet = await opened(try liam.ownID, by: tablet)
        #expect(sheet.action == .available)
        await tablet.pokes.outgoing.load()
        #expect(await opened(try liam.ownID, by: phone).connect(note: .coffee) == .done)
        await waitUntil { sheet.action == .waiting }
        await waitUntil { tablet.pokes.outgoing.items.value?.count == 1 }
        let poke = try #require(tablet.pokes.outgoing.items.value?.first)
        #expect(poke.poke.note == .coffee)
        await tablet.pokes.withdraw(poke)
        await waitUntil { phone.pokes.outgoing.known.first?.poke.status == .withdrawn }
        await waitUntil { liam.pokes.incoming.known.isEmpty }
    }

    @Test func `a poke that is accepted on one is a match on the other`() async throws {
        let (phone, tablet, liam) = try await devices()
        await phone.pokes.incoming.load()
        await tablet.matches.matches.load()
        await tablet.discover.load()
        #expect(tablet.discover.people.items.value?.count == 1)
        await opened(try phone.ownID, by: liam).connect()
        await waitUntil { phone.pokes.incoming.known.count == 1 && tablet.pokes.incoming.known.count == 1 }
        #expect(await phone.pokes.accept(try #require(phone.pokes.incoming.known.first)) == .done)
        await waitUntil { tablet.matches.matches.items.value?.map(\.partnerName) == ["Liam"] }
        #expect(tablet.pokes.incoming.known.isEmpty && tablet.discover.people.items == .empty)
        #expect(tablet.pokes.newMatch?.partnerName == "Liam")
        await waitUntil { liam.pokes.newMatch?.partnerName == "Maya" }
        #expect(try liam.sheet(of: phone.ownID).action == .connected)
    }

    @Test func `a match that is ended on one has ended on the other, today's as well`() async throws {
        let (phone, tablet, liam) = try await devices()
        for device in [phone, tablet, liam] { await device.today.load() }
        await tablet.matches.matches.load()
        let sheet = await opened(try liam.ownID, by: tablet)
        #expect(sheet.action == .connected)
        #expect(await phone.today.disconnect(try #require(phone.today.match.value?.matches.first)) == .done)
        await waitUntil { tablet.today.match.value == .disconnected }
        await waitUntil { liam.today.match.value == .disconnected }
        #expect(tablet.matches.matches.items == .empty && sheet.match == nil && sheet.action == .available)
    }

    @Test func `a block on one holds on the other, and so does its end`() async throws {
        let (phone, tablet, liam) = try await devices()
        await tablet.discover.load()
        await tablet.blocks.blocked.load()
        let sheet = await opened(try liam.ownID, by: tablet)
        #expect(await opened(try liam.ownID, by: phone).block() == .done)
        await waitUntil { tablet.blocks.blocked.items.value?.map(\.name) == ["Liam"] }
        #expect(sheet.isBlocked && sheet.detail == nil && tablet.discover.people.items == .empty)

        #expect(await tablet.blocks.unblock(try liam.ownID) == .done)
        await waitUntil { phone.blocks.blocked.known.isEmpty }
        await waitUntil { !sheet.isBlocked && sheet.detail?.name == "Liam" }
        await waitUntil { tablet.discover.people.items.value?.count == 1 }
    }

    @Test func `what is saved on one is merged into the form that is open on the other`() async throws {
        let (phone, tablet, _) = try await devices()
        tablet.editProfile()
        tablet.profile.draft.bio = "Slow runner"
        phone.editProfile()
        phone.profile.draft.location?.city = "Lansing"
        await phone.saveProfile()
        #expect(phone.route == .home)
        await waitUntil { tablet.profile.saved.value?.profile?.location?.city == "Lansing" }
        #expect(tablet.profile.draft.location?.city == "Lansing" && tablet.profile.draft.bio == "Slow runner")
        #expect(tablet.profile.conflicts.isEmpty && tablet.route == .profileEdit)
        await tablet.saveProfile()
        #expect(tablet.route == .home)
        await waitUntil { phone.profile.saved.value?.profile?.bio == "Slow runner" }
        #expect(phone.profile.draft.bio == "Slow runner")
    }

    @Test func `what both have changed is a conflict as soon as the other has saved it`() async throws {
        let (phone, tablet, _) = try await devices()
        tablet.editProfile()
        tablet.profile.draft.bio = "Slow runner"
        phone.editProfile()
        phone.profile.draft.bio = "Fast runner"
        await phone.saveProfile()
        await waitUntil { tablet.profile.conflicts.count == 1 }
        #expect(tablet.profile.draft.bio == "Slow runner")
        tablet.profile.settle(try #require(tablet.profile.conflicts.first), with: .theirs)
        #expect(tablet.profile.draft.bio == "Fast runner")
    }

    @Test func `dealbreakers that are saved on one come to the other, and its list follows them`() async throws {
        let (phone, tablet, _) = try await devices()
        for device in [phone, tablet] {
            await device.dealbreakers.load()
            await device.discover.load()
        }
        tablet.dealbreakers.draft.freeTime = .some
        phone.dealbreakers.draft.ages = 60...70
        #expect(await phone.dealbreakers.save() == .done)
        await waitUntil { tablet.dealbreakers.saved.value?.ages == 60...70 }
        #expect(tablet.dealbreakers.draft.ages == 60...70 && tablet.dealbreakers.draft.freeTime == FreeTimeLevel.some)
        await waitUntil { tablet.discover.people.items == .empty }
        #expect(await tablet.dealbreakers.save() == .done)
        await waitUntil { phone.dealbreakers.draft.freeTime == FreeTimeLevel.some }
    }

    @Test func `a person one wants to see less of is gone from both`() async throws {
        let (phone, tablet, liam) = try await devices()
        for device in [phone, tablet] { await device.discover.load() }
        #expect(await phone.discover.showLess(like: try liam.ownID) == .done)
        await waitUntil { tablet.discover.people.items == .empty }
        #expect(await phone.discover.undoShowLess() == .done)
        await waitUntil { tablet.discover.people.items.value?.count == 1 }
    }
}
