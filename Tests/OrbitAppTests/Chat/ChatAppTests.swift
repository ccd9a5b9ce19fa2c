import Auth
import Chat
import Connections
import DurableFiles
import Foundation
import Meetups
import Networking
import NetworkingTesting
import OrbitApp
import OrbitModels
import Presentation
import Profiles
import Safety
import Testing
import TimeAndChance

/// Conversations on two phones: messages, a report, a block, and a proposal that becomes a meetup.
@Suite @MainActor struct ChatAppTests {
    private let campus = SmallCampus()

    /// Two matched people with an open conversation on each phone.
    private struct Pair {
        let maya: SignedInDevice
        let liam: SignedInDevice
        let match: Match
        let here: ConversationViewModel
        let there: ConversationViewModel
    }

    private func pair(
        in directory: PrivateDirectory? = nil, intercept: @escaping InterceptedTransport.Intercept = { _ in nil }
    ) async throws -> Pair {
        let maya = try await campus.join("maya", intercept: intercept, directory: directory)
        let liam = try await campus.join("liam")
        let sheet = maya.user.sheet(of: try liam.user.ownID)
        await sheet.load()
        await sheet.connect()
        await liam.user.pokes.incoming.load()
        await liam.user.pokes.accept(try #require(liam.user.pokes.incoming.items.value?.first))
        await maya.user.matches.matches.load()
        let match = try #require(maya.user.matches.matches.items.value?.first)
        let here = try #require(await maya.user.chat?.conversation(of: match))
        let there = try #require(try await liam.user.chat?.conversation(here.id))
        await here.load()
        await there.load()
        await waitUntil { maya.user.connection == .live && liam.user.connection == .live }
        return Pair(maya: maya, liam: liam, match: match, here: here, there: there)
    }

    private func texts(_ model: ConversationViewModel) -> [String] {
        (model.messages.value.map { Array($0) } ?? []).filter { $0.seq != nil }.compactMap(\.text)
    }

    @Test func `a message appears on both phones, and both ways to a conversation lead to one model`() async throws {
        let pair = try await pair()
        pair.here.type("Coffee at four?")
        #expect(await pair.here.send() == .done)
        await waitUntil { texts(pair.there) == ["Coffee at four?"] && texts(pair.here) == ["Coffee at four?"] }
        await waitUntil { pair.maya.user.unsentCount == 0 }
        let chat = try #require(pair.maya.user.chat)
        #expect(await chat.conversation(of: pair.match) === pair.here)
        #expect(try await chat.conversation(pair.here.id) === pair.here)
        await chat.conversations.conversations.load()
        let known = try #require(chat.conversations.conversations.items.value?.first)
        #expect(chat.conversation(known) === pair.here)
        #expect(chat.proposals(in: pair.here) === chat.proposals(in: pair.here))
    }

    @Test func `a link leads to a conversation, and a conversation of others is not found`() async throws {
        let pair = try await pair()
        let link = DeepLink.sheet(.conversation(pair.here.id))
        pair.maya.app.open(try #require(link.url))
        #expect(pair.maya.user.navigation.sheet == .conversation(pair.here.id))
        let ana = try await campus.join("ana")
        let error = await #expect(throws: Failure.self) { try await ana.user.chat?.conversation(pair.here.id) }
        #expect(error?.kind == .refused(.notFound))
    }

    @Test func `chosen messages reach the form of a report as its subject`() async throws {
        let pair = try await pair()
        pair.there.type("Send me your address.")
        await pair.there.send()
        await waitUntil { texts(pair.here).count == 1 }
        pair.here.toggleSelection(of: try #require(pair.here.messages.value?.last))
        let form = pair.maya.user.report(try #require(pair.here.report))
        form.category = .harassment
        form.reason = .unwantedContact
        #expect(await form.send() == .done, "\(String(describing: form.failure))")
        let sender = try pair.liam.user.ownID
        #expect(form.about.kind == .messages && form.about.userID == sender)
    }

    @Test func `a block removes the conversation on both phones, also while messages wait`() async throws {
        let pair = try await pair()
        for device in [pair.maya, pair.liam] { await device.user.chat?.conversations.conversations.load() }
        pair.there.type("Hello?")
        await pair.there.send()
        await waitUntil { texts(pair.here) == ["Hello?"] }
        let sheet = pair.maya.user.sheet(of: pair.match.partnerID)
        await sheet.block()
        for device in [pair.maya, pair.liam] {
            let conversations = try #require(device.user.chat?.conversations.conversations)
            await waitUntil { conversations.items.value?.isEmpty ?? true }
        }
        #expect(texts(pair.here).isEmpty)
        pair.there.type("Are you there?")
        #expect(await pair.there.send() != .done)
    }

    @Test func `a change of the settings reaches the open conversations`() async throws {
        let pair = try await pair()
        let settings = try #require(pair.maya.user.chat?.settings)
        await waitUntil { settings.settings.state.value != nil }
        #expect(pair.here.sharesActivity)
        #expect(await settings.setSharesActivity(false) == .done)
        await waitUntil { settings.settings.state.value?.sharesActivity == false }
        #expect(!pair.here.sharesActivity)
    }

    @Test func `an accepted proposal becomes one meetup with an invitation, also if linking it fails at first`()
        async throws
    {
        let refusals = LockedState(4)
        let pair = try await pair { request in
            guard request.url.path().contains("/proposals/"), request.url.path().hasSuffix("/meetup") else {
                return nil
            }
            let fails = refusals.withLock { left in
                left -= 1
                return left >= 0
            }
            return fails ? HTTPResponse(status: 503) : nil
        }
        let (chat, theirChat) = (try #require(pair.maya.user.chat), try #require(pair.liam.user.chat))
        let (mine, theirs) = (chat.proposals(in: pair.here), theirChat.proposals(in: pair.there))
        await chat.load(mine)
        await theirChat.load(theirs)
        await pair.maya.user.myMeetups.meetups.load()
        await pair.liam.user.invitations.invitations.load()
        let hour = (campus.clock.date.timeIntervalSince1970 / 3_600).rounded(.up)
        let start = Date(timeIntervalSince1970: (hour + 72) * 3_600)
        mine.begin(
            in: .gmt, title: "Chess",
            slots: [ProposalSlot(startsAt: start, endsAt: start.addingTimeInterval(3_600))])
        #expect(await mine.submit() == .done, "\(String(describing: mine.failure))")
        await waitUntil { theirs.open != nil }
        let open = try #require(theirs.open)
        #expect(await theirs.accept(open, startingAt: start) == .done)
        await waitUntil { theirs.proposals.known.first?.meetupID != nil && pair.maya.user.unsentCount == 0 }
        await waitUntil { pair.liam.user.invitations.invitations.known.count == 1 }
        await pair.maya.user.myMeetups.meetups.load()
        let planned = pair.maya.user.myMeetups.meetups.known.filter { $0.meetup.plan.title == "Chess" }
        #expect(planned.map(\.id) == theirs.proposals.known.first?.meetupID.map { [$0] })
        #expect(planned.first?.meetup.plan.span.start == start && planned.first?.meetup.plan.visibility == .invited)
        #expect(refusals.withLock { $0 } < 0)
    }

    @Test func `after the end of a session its conversations send nothing, and the next user has other models`()
        async throws
    {
        let pair = try await pair()
        try await pair.maya.app.logout()
        pair.here.type("Hello?")
        await pair.here.send()
        #expect(pair.maya.user.chat == nil && texts(pair.there).isEmpty)
        await campus.signIn("maya", on: pair.maya.app)
        let again = try #require(pair.maya.app.user?.chat)
        #expect(try await again.conversation(pair.here.id) !== pair.here)
    }

    @Test func `an erasure of the account while a message is queued leaves no message on the device`() async throws {
        let scratch = try AppDirectory()
        let pair = try await pair(in: scratch.directory) { request in
            request.method == .post && request.url.path().hasSuffix("/messages") ? HTTPResponse(status: 503) : nil
        }
        pair.here.type("Secret word")
        #expect(await pair.here.send() == .done)
        await waitUntil { pair.maya.user.unsentCount == 1 }
        pair.maya.user.account.confirmation = "maya@orbit.example"
        #expect(try await pair.maya.app.eraseAccount() == .done)
        let folder = URL(filePath: scratch.directory.path)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let outboxes = names.filter { $0.hasPrefix("outbox-") }
        #expect(outboxes.count == 1)
        for name in outboxes {
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: name).path)
            #expect(files == ["entries.lock"])
        }
        #expect(texts(pair.there).isEmpty)
    }
}
