import Auth
import Chat
import Connections
import Foundation
import Meetups
import Networking
import NetworkingTesting
import NotificationScheduling
import OrbitDemo
import OrbitModels
import Presentation
import Profiles
import Safety
import TimeAndChance

/// The journey of Orbit's contributor guide on two phones. Start it with `swift run orbit-guide`.
@main @MainActor struct OrbitGuide {
    static func main() async throws {
        let clock = VirtualClock.selfAdvancing(from: Date(timeIntervalSince1970: 1_789_391_400), upTo: .seconds(10))
        let campus = try await DemoCampus(people: 24, seed: 7, time: clock)
        let (host, guest) = (Phone(on: campus, clock: clock, seed: 11), Phone(on: campus, clock: clock, seed: 12))
        let (zone, words) = (CampusSeed.timeZone, LocalizedStrings.english)
        print("Sign up, with verification of the university")
        await host.signIn("maya@gmail.com")
        await host.signIn("maya@orbit.example")
        await guest.signIn(campus.residents[0].email)
        guard let maya = host.auth.userID, let other = guest.auth.userID else { return print("There is no session.") }
        let profile = ProfileViewModel(service: ProfileService(client: host.client), log: host.log, zone: zone)
        await profile.load()
        profile.draft = Profile(
            name: "Maya Patel", birthMonth: BirthMonth(year: 2006, month: 2), location: Location(city: "Ithaca"),
            interests: ["Music", "Nature", "Reading"].map { Interest($0) },
            socialPreferences: SocialPreferences(
                groupSize: .small, meetingFrequency: .weekly, preferredTimes: [.evenings]))
        await profile.save()
        print("Personal information\n  \(profile.failure?.message ?? "complete")")
        print("Create a meetup request")
        let form = MeetupFormViewModel(service: MeetupService(client: host.client), log: host.log, zone: zone)
        let start = Date(timeIntervalSince1970: 1_789_588_800)  // Wednesday, 16:00 in the zone of the campus
        let place = PlaceEntry(name: "Observatory", coordinates: CoordinatesEntry(latitude: 42.48, longitude: -76.472))
        let entry = MeetupEntry(
            title: "Tea and star charts", eventType: .social, start: start, end: start.addingTimeInterval(7_200),
            timeZone: zone.identifier, place: place, asksToReconfirm: true)
        form.draft = MeetupDraft(entry, in: zone)
        await form.save()
        guard let meetup = form.saved?.meetup else { return print(form.failure?.message ?? "not saved") }
        print("  \(meetup.plan.title), \(LocalDateTime(meetup.plan.span.start, in: zone))")
        print("Browse, ask, approve")
        let plans = MeetupService(client: guest.client)
        let found = MeetupsViewModel(service: plans, log: guest.log)
        await found.load()
        let listing = found.meetups.known.first { $0.id == meetup.id }
        let detail = MeetupViewModel(
            meetup.id, known: listing, service: plans, guests: MeetupGuestService(client: guest.client), log: guest.log)
        func status() -> String {
            let seen = detail.listing.value?.meetup
            return "\(words(seen?.attendance ?? .unrelated)), place: \(seen?.plan.place.name ?? "a square on the map")"
        }
        print("  the guest: \(status())")
        await detail.join(message: "I bring the maps.")
        let requests = MeetupRequestsViewModel(service: MeetupRequestService(client: host.client), log: host.log)
        await requests.requests.load()
        for one in requests.requests.known { await requests.approve(one) }
        await detail.load()
        print("  the guest: \(status())")
        let chat = ChatService(client: host.client)
        let room = try await chat.open(.meetup(meetup.id), key: host.log.newKey())
        _ = try await chat.send("See you at four at the door.", to: room.id, key: host.log.newKey())
        let chats = ConversationsViewModel(of: other, service: ChatService(client: guest.client), log: guest.log)
        await chats.conversations.load()
        for one in chats.conversations.known where one.id == room.id { print("Chat\n  \(chats.line(of: one))") }
        let fact = NotificationFact(
            NotificationSubject("meetup-\(meetup.id)", version: meetup.revision), title: meetup.plan.title,
            at: AnchoredSpan(meetup.plan.span), rules: ReminderRule.meetup + [.reconfirm], isAccepted: true)
        let reminders = NotificationPlanner.plan(PlanRequest([fact], zone: zone), now: clock.date)
        print("Reminders\n\(NotificationPlanTable(reminders).text())Confirm, meet, and afterwards")
        clock.advance(to: MeetupTimes(of: meetup.plan).reconfirm.lowerBound.addingTimeInterval(60))
        await detail.reconfirm()
        print("  the day before: \(status())")
        clock.advance(to: meetup.plan.span.start)
        await detail.checkIn()
        print("  at the meetup: \(status())")
        clock.advance(to: meetup.plan.span.end.addingTimeInterval(3_600))
        let reports = ReportService(client: guest.client)
        let report = ReportFormViewModel(about: .person(maya), service: reports, log: guest.log)
        (report.reason, report.text) = (.insult, "She laughed at my maps.")
        await report.send()
        let blocks = BlocksViewModel(service: BlockService(client: guest.client), log: guest.log)
        await blocks.block(maya, name: "Maya Patel")
        print("  \(report.failure?.message ?? "reported"), \(blocks.failure?.message ?? "blocked")")
    }
}

/// A phone: its session, its client, and the log of the person who is signed in.
@MainActor private struct Phone {
    let auth: AuthViewModel
    let client: APIClient
    let log: EventLog
    init(on campus: DemoCampus, clock: VirtualClock, seed: UInt64) {
        let random = RandomSource.seeded(seed)
        let log = EventLog(time: clock, random: random)
        let signedOut = APIClient(server: campus.server, transport: campus.transport, time: clock, random: random)
        let session = CurrentSession(store: MemoryTokenStore(), client: signedOut, time: clock)
        let service = AuthService(client: signedOut, session: session, time: clock, random: random)
        auth = AuthViewModel(service: service, registry: CampusSeed.registry, time: clock)
        client = APIClient(
            server: campus.server, transport: campus.transport, middleware: [AuthMiddleware(session: session)],
            events: EventCatalogue(joining: [.profiles, .connections, .chat, .meetups, .reports]),
            receipts: { receipt in await log.receive(receipt) }, time: clock, random: random)
        self.log = log
    }

    func signIn(_ email: String) async {
        auth.email = email
        await auth.sendCode()
        auth.verificationCode = "123456"
        await auth.verifyCode()
        print("  \(email): \(auth.failure?.message ?? (auth.isNewUser ? "new account" : "known account"))")
    }
}
