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

/// The effects of a person's action on their other device, without a reload.
@Suite @MainActor struct TwoDevicesTests {
    private let campus = SmallCampus()

    /// Maya's two devices and Liam's device, all live.
    private func devices() async throws -> (phone: SignedInDevice, tablet: SignedInDevice, liam: SignedInDevice) {
        let liam = try await campus.join("liam")
        let (phone, tablet) = (try await campus.join("maya"), try await campus.signIn("maya"))
        for device in [phone, tablet, liam] { await waitUntil { device.user.connection == .live } }
        return (phone, tablet, liam)
    }

    private func opened(_ id: UserID, by device: SignedInDevice) async -> PersonViewModel {
        let sheet = device.user.sheet(of: id)
        await sheet.load()
        return sheet
    }

    @Test func `a poke sent on the phone waits on the tablet, and a withdrawal reaches all devices`() async throws {
        let (phone, tablet, liam) = try await devices()
        let sheet = await opened(try liam.user.ownID, by: tablet)
        #expect(sheet.action == .available)
        await tablet.user.pokes.outgoing.load()
        #expect(await opened(try liam.user.ownID, by: phone).connect(note: .coffee) == .done)
        await waitUntil { sheet.action == .waiting }
        await waitUntil { tablet.user.pokes.outgoing.items.value?.count == 1 }
        let poke = try #require(tablet.user.pokes.outgoing.items.value?.first)
        #expect(poke.poke.note == .coffee)
        await tablet.user.pokes.withdraw(poke)
        await waitUntil { phone.user.pokes.outgoing.known.first?.poke.status == .withdrawn }
        await waitUntil { liam.user.pokes.incoming.known.isEmpty }
    }

    @Test func `a poke accepted on the phone is a match on the tablet`() async throws {
        let (phone, tablet, liam) = try await devices()
        await phone.user.pokes.incoming.load()
        await tablet.user.matches.matches.load()
        await tablet.user.discover.load()
        #expect(tablet.user.discover.people.items.value?.count == 1)
        await opened(try phone.user.ownID, by: liam).connect()
        await waitUntil { phone.user.pokes.incoming.known.count == 1 && tablet.user.pokes.incoming.known.count == 1 }
        #expect(await phone.user.pokes.accept(try #require(phone.user.pokes.incoming.known.first)) == .done)
        await waitUntil { tablet.user.matches.matches.items.value?.map(\.partnerName) == ["Liam"] }
        #expect(tablet.user.pokes.incoming.known.isEmpty && tablet.user.discover.people.items == .empty)
        #expect(tablet.user.pokes.newMatch?.partnerName == "Liam")
        await waitUntil { liam.user.pokes.newMatch?.partnerName == "Maya" }
        #expect(try liam.user.sheet(of: phone.user.ownID).action == .connected)
    }

    @Test func `today's match ended on the phone ends on the tablet and for the partner`() async throws {
        let (phone, tablet, liam) = try await devices()
        for device in [phone, tablet, liam] { await device.loadTodaysMatch() }
        await tablet.user.matches.matches.load()
        let sheet = await opened(try liam.user.ownID, by: tablet)
        #expect(sheet.action == .connected)
        #expect(await phone.user.today.disconnect(try #require(phone.user.today.match.value?.matches.first)) == .done)
        await waitUntil { tablet.user.today.match.value == .disconnected }
        await waitUntil { liam.user.today.match.value == .disconnected }
        #expect(tablet.user.matches.matches.items == .empty && sheet.match == nil && sheet.action == .available)
    }

    @Test func `a block on the phone applies on the tablet, and an unblock there reaches the phone`() async throws {
        let (phone, tablet, liam) = try await devices()
        await tablet.user.discover.load()
        await tablet.user.blocks.blocked.load()
        let sheet = await opened(try liam.user.ownID, by: tablet)
        #expect(await opened(try liam.user.ownID, by: phone).block() == .done)
        await waitUntil { tablet.user.blocks.blocked.items.value?.map(\.name) == ["Liam"] }
        #expect(sheet.isBlocked && sheet.detail == nil && tablet.user.discover.people.items == .empty)

        #expect(await tablet.user.blocks.unblock(try liam.user.ownID) == .done)
        await waitUntil { phone.user.blocks.blocked.known.isEmpty }
        await waitUntil { !sheet.isBlocked && sheet.detail?.name == "Liam" }
        await waitUntil { tablet.user.discover.people.items.value?.count == 1 }
    }

    @Test func `a profile saved on the phone is merged into the open form on the tablet`() async throws {
        let (phone, tablet, _) = try await devices()
        tablet.app.editProfile()
        tablet.user.profile.draft.bio = "Slow runner"
        phone.app.editProfile()
        phone.user.profile.draft.location?.city = "Lansing"
        await phone.app.saveProfile()
        #expect(phone.app.route == .home)
        await waitUntil { tablet.user.profile.saved.value?.profile?.location?.city == "Lansing" }
        #expect(tablet.user.profile.draft.location?.city == "Lansing" && tablet.user.profile.draft.bio == "Slow runner")
        #expect(tablet.user.profile.conflicts.isEmpty && tablet.app.route == .profileEdit)
        await tablet.app.saveProfile()
        #expect(tablet.app.route == .home)
        await waitUntil { phone.user.profile.saved.value?.profile?.bio == "Slow runner" }
        #expect(phone.user.profile.draft.bio == "Slow runner")
    }

    @Test func `a field changed on both devices is a conflict after the first save`() async throws {
        let (phone, tablet, _) = try await devices()
        tablet.app.editProfile()
        tablet.user.profile.draft.bio = "Slow runner"
        phone.app.editProfile()
        phone.user.profile.draft.bio = "Fast runner"
        await phone.app.saveProfile()
        await waitUntil { tablet.user.profile.conflicts.count == 1 }
        #expect(tablet.user.profile.draft.bio == "Slow runner")
        tablet.user.profile.settle(try #require(tablet.user.profile.conflicts.first), with: .theirs)
        #expect(tablet.user.profile.draft.bio == "Fast runner")
    }

    @Test func `dealbreakers saved on the phone are merged on the tablet, and its suggestions follow`() async throws {
        let (phone, tablet, _) = try await devices()
        for device in [phone, tablet] {
            await device.user.dealbreakers.load()
            await device.user.discover.load()
        }
        tablet.user.dealbreakers.draft.freeTime = .some
        phone.user.dealbreakers.draft.ages = 60...70
        #expect(await phone.user.dealbreakers.save() == .done)
        await waitUntil { tablet.user.dealbreakers.saved.value?.ages == 60...70 }
        let merged = tablet.user.dealbreakers.draft
        #expect(merged.ages == 60...70 && merged.freeTime == FreeTimeLevel.some)
        await waitUntil { tablet.user.discover.people.items == .empty }
        #expect(await tablet.user.dealbreakers.save() == .done)
        await waitUntil { phone.user.dealbreakers.draft.freeTime == FreeTimeLevel.some }
    }

    @Test func `a person hidden on the phone leaves the tablet's suggestions, and an undo restores them`() async throws
    {
        let (phone, tablet, liam) = try await devices()
        for device in [phone, tablet] { await device.user.discover.load() }
        #expect(await phone.user.discover.showLess(like: try liam.user.ownID) == .done)
        await waitUntil { tablet.user.discover.people.items == .empty }
        #expect(await phone.user.discover.undoShowLess() == .done)
        await waitUntil { tablet.user.discover.people.items.value?.count == 1 }
    }
}
