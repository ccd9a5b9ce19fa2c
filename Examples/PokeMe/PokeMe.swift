import Auth
import Calendars
import Chat
import Connections
import Discover
import DurableFiles
import Foundation
import Matching
import Meetups
import Networking
import NetworkingTesting
import OrbitDemo
import OrbitModels
import Outbox
import Presentation
import Profiles
import TimeAndChance

/// The five tabs of PokeMe and its chat, for a person of a campus in this process. Start it with `swift run poke-me`.
@main @MainActor struct PokeMe {
    static func main() async throws {
        // The world: a campus on a Monday at ten past nine, and a folder that represents the device.
        let clock = VirtualClock.selfAdvancing(from: Date(timeIntervalSince1970: 1_789_391_400), upTo: .seconds(10))
        let campus = try await DemoCampus(people: 24, seed: 7, time: clock)
        let (random, zone, words) = (RandomSource.seeded(11), CampusSeed.timeZone, LocalizedStrings.english)
        let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        let device = PrivateDirectory("poke-me-\(RandomSource.system.next())", under: folder)

        // The design's NetworkService, as two values: a client without a session, and a client with the session.
        let log = EventLog(time: clock, random: random)
        let signedOut = APIClient(server: campus.server, transport: campus.transport, time: clock, random: random)
        let session = CurrentSession(store: MemoryTokenStore(), client: signedOut, time: clock)
        let client = APIClient(
            server: campus.server, transport: campus.transport, middleware: [AuthMiddleware(session: session)],
            events: EventCatalogue(joining: [.connections, .discover, .chat, .meetups]),
            receipts: { receipt in await log.receive(receipt) }, time: clock, random: random)
        let service = AuthService(client: signedOut, session: session, time: clock, random: random)
        let auth = AuthViewModel(service: service, registry: CampusSeed.registry, time: clock)
        auth.email = campus.residents[0].email
        await auth.sendCode()
        auth.verificationCode = "123456"
        await auth.verifyCode()
        guard let me = auth.userID else { return print(auth.failure?.message ?? "There is no session.") }

        let discover = DiscoverViewModel(service: DiscoverService(client: client), log: log)
        await discover.load()
        print("Signed in as \(auth.email)\nDiscover")
        for one in (discover.people.items.value ?? []).bestFirst.prefix(3) {
            print("  \(one.person.profile.name): \(one.compatibility?.reasons.first?.phrase ?? "")")
        }
        let pokes = PokesViewModel(service: PokeService(client: client), log: log)
        await pokes.incoming.load()
        print("Pokes")
        for one in pokes.incoming.known { print("  \(one.person.profile.name): “\(words(one.poke.note))”") }
        if let first = pokes.incoming.known.first { await pokes.accept(first) }
        print("  new match: \(pokes.newMatch?.partnerName ?? "none")")
        let matches = MatchesViewModel(service: MatchService(client: client), log: log)
        await matches.matches.load()
        let today = TodayMatchViewModel(service: MatchService(client: client), log: log)
        await today.loadUntilPaired()
        print("Matches\n  \(matches.matches.known.map(\.partnerName).sorted().joined(separator: ", "))")
        print("  today: \(today.match.value?.matches.first?.partnerName ?? "no match")")

        // One log delivers the changes of other people, and the outbox sends messages in order, also after a restart.
        let chat = ChatService(client: client)
        let outbox = try await Outbox.open(in: device, account: me.rawValue, time: clock, random: random)
        let unsent = MessageOutbox(outbox, of: me, service: chat, log: log)
        let work = [
            Task { await log.follow([ServerSentEvents(client: client, time: clock)]) },
            Task { await unsent.follow() }, Task { await outbox.run() },
        ]
        let list = ConversationsViewModel(of: me, service: chat, log: log)
        await list.conversations.load()
        guard let known = list.conversations.known.first,
            let partner = known.participants.first(where: { $0.userID != me })?.userID
        else { return print("There is no conversation.") }
        print("Chat with \(list.title(of: known))\n  they: \(list.line(of: known))")
        let room = ConversationViewModel(of: known, as: me, service: chat, outbox: unsent, log: log)
        await room.open()
        if let row = room.messages.value?.last, let wave = Emoji("👋") { await room.setReaction(true, wave, on: row) }
        room.type("Gladly! When are you free?")
        await room.send()
        await waitUntil { room.messages.value?.last(where: \.isMine)?.seq != nil }
        clock.advance(by: .seconds(600))
        if await campus.life.run(until: clock.date).contains(where: { $0.other == me && $0.kind == .replied }) {
            await waitUntil { room.messages.value?.last?.isMine == false }
        }
        for row in (room.messages.value.map(Array.init) ?? []).dropFirst() {
            print("  \(row.isMine ? "you" : "they"): \(row.text ?? "")")
        }

        // A session proposal at the compatible times of both people, from hours on the clock of each person's zone.
        let (profiles, proposals, now) = (ProfileService(client: client), ProposalsViewModel(of: room), clock.date)
        let mine = try await profiles.me().value.data.profile?.availability
        let theirs = try await profiles.person(partner).value.profile.availability
        if let mine, let theirs, let soon = TimeSpan(start: now, end: now.addingTimeInterval(14 * 86_400)) {
            let both = [(me, mine), (partner, theirs)].map { Participant(id: $0, availability: Availability(week: $1)) }
            let request = try MeetingRequest(in: soon, lasting: 3_600, zone: zone, now: now, notice: 86_400)
            let spans = request.times(for: both).best(2).map(\.span)
            proposals.begin(in: zone, slots: spans.map { ProposalSlot(startsAt: $0.start, endsAt: $0.end) })
            proposals.form?.title = "Badminton"
            await proposals.submit()
        }
        clock.advance(by: .seconds(600))
        await campus.life.run(until: clock.date)
        await proposals.proposals.load()
        print("Proposals")
        for one in proposals.proposals.known {
            let starts = one.slots.map { LocalDateTime($0.startsAt, in: zone).description }.joined(separator: " or ")
            print("  \(one.title), \(starts): \(words(one.state))")
        }
        let meetups = MeetupsViewModel(service: MeetupService(client: client), log: log)
        await meetups.toggle(.tennis)
        print("Meetups, tennis")
        for one in meetups.meetups.known { print("  \(one.meetup.plan.title), \(one.meetup.goingCount) going") }
        print("Profile\n  free: \(mine?.hours.text() ?? "not answered")")
        for task in work { task.cancel() }
        await outbox.close()
        try FileManager.default.removeItem(atPath: device.path)
    }
}
