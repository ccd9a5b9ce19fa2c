import Auth
import Calendars
import DurableFiles
import Foundation
import MapClustering
import Meetups
import Networking
import NetworkingTesting
import NotificationScheduling
import OrbitDemo
import OrbitModels
import Presentation
import Reputation
import TimeAndChance

/// The tabs of StudyCon for a person of a campus in this process. Start it with `swift run study-con`.
@main @MainActor struct StudyCon {
    static func main() async throws {
        let clock = VirtualClock.selfAdvancing(from: Date(timeIntervalSince1970: 1_789_391_400), upTo: .seconds(10))
        let campus = try await DemoCampus(people: 24, seed: 7, time: clock)
        let (random, zone) = (RandomSource.seeded(11), CampusSeed.timeZone)

        // The design's NetworkManager and UserAccountManager: one https origin, and a session that renews its tokens.
        let log = EventLog(time: clock, random: random)
        let signedOut = APIClient(server: campus.server, transport: campus.transport, time: clock, random: random)
        let session = CurrentSession(store: MemoryTokenStore(), client: signedOut, time: clock)
        let client = APIClient(
            server: campus.server, transport: campus.transport, middleware: [AuthMiddleware(session: session)],
            events: EventCatalogue(joining: [.meetups, .ratings]),
            receipts: { receipt in await log.receive(receipt) }, time: clock, random: random)
        let service = AuthService(client: signedOut, session: session, time: clock, random: random)
        let auth = AuthViewModel(service: service, registry: CampusSeed.registry, time: clock)
        auth.email = campus.residents[0].email
        await auth.sendCode()
        auth.verificationCode = "123456"
        await auth.verifyCode()
        guard let me = auth.userID, let centre = CampusSeed.centre else { return print(auth.failure?.message ?? "") }

        // EventCreationView and CalendarView.
        let meetups = MeetupService(client: client)
        let form = MeetupFormViewModel(service: meetups, log: log, zone: zone)
        let start = Date(timeIntervalSince1970: 1_789_588_800)  // Wednesday, 16:00 in the zone of the campus
        let library = PlaceEntry(name: "Library", coordinates: CoordinatesEntry(latitude: 42.448, longitude: -76.484))
        let entry = MeetupEntry(
            title: "Statistics, chapter 4", eventType: .study, start: start, end: start.addingTimeInterval(5_400),
            timeZone: zone.identifier, place: library)
        form.draft = MeetupDraft(entry, in: zone)
        await form.save()
        let mine = MyMeetupsViewModel(service: meetups, log: log)
        await mine.meetups.load()
        let today = CalendarDay(clock.date, in: zone)
        let entries = mine.appointments.map { CalendarEntry(id: $0.id.rawValue, title: $0.title, time: .span($0.span)) }
        let agenda = CalendarAgenda(from: today, count: 14, in: zone, today: today, entries: entries)
        print("Calendar\n" + CalendarAgendaText().text(for: agenda), terminator: "")

        // MapBox: the server sends a square of the map instead of the place to people who do not attend.
        let all = MeetupsViewModel(service: meetups, log: log)
        await all.load()
        let points = all.meetups.known.compactMap { listing in
            listing.meetup.plan.place.coordinates.map { place in
                MapPoint<Meetup>(
                    id: listing.id, coordinates: place, kind: listing.meetup.plan.eventType,
                    time: listing.meetup.plan.span.start)
            }
        }
        print("Map")
        for zoom in [9, 12, 15] {
            let counts = ClusterIndex(points).clusters(zoom: zoom).map { String($0.count) }
            print("  zoom \(zoom): \(counts.joined(separator: " + "))")
        }

        // UserReputationView and NotificationManager.
        let standing = OwnStandingViewModel(service: ReputationService(client: client), log: log)
        await standing.load()
        print("Reputation\n  \(standing.levelName)\n  \(standing.nextStep ?? "")")
        let facts = mine.appointments.map { one in
            NotificationFact(
                NotificationSubject("meetup-\(one.id)"), title: one.title, at: AnchoredSpan(one.span), isAccepted: true)
        }
        let reminders = NotificationPlanner.plan(PlanRequest(facts, zone: zone), now: clock.date)
        print("Notifications\n" + NotificationPlanTable(reminders).text(), terminator: "")

        // WeatherViewModel: two launches of the app, the second without a connection to the server of the forecast.
        let stub = StubTransport([
            .expect(.get, sampleTarget, response: HTTPResponse(status: 200, body: Data(sampleForecast.utf8))),
            .expect(.get, sampleTarget, error: .cannotConnect),
        ])
        let server = try ServerAddress("https://api.open-meteo.com/v1")
        let weather = WeatherService(
            client: APIClient(server: server, transport: stub, retry: .never, time: clock, random: random))
        let folder = FileManager.default.temporaryDirectory.path(percentEncoded: false)
        let device = PrivateDirectory("study-con-\(RandomSource.system.next())", under: folder)
        for launch in 1...2 {
            let stored = EventLog(time: clock, random: random, storedIn: DurableFile("weather", in: device))
            let model = WeatherViewModel(at: centre, service: weather, log: stored)
            await model.begin(as: me)
            print("Weather, launch \(launch)\n  at first: \(model.line(at: start))")
            await model.appear()
            await model.appear()  // sends no request
            print("  then: \(model.line(at: start))\n  \(model.forecast.state.failure?.message ?? "no failure")")
        }
        try await stub.finish()
        try FileManager.default.removeItem(atPath: device.path)
    }

    private static let sampleTarget =
        "/v1/forecast?latitude=42.5&longitude=-76.5&hourly=temperature_2m%2Cprecipitation_probability"
        + "&timeformat=unixtime"
    private static let sampleForecast = """
        {"latitude": 42.5, "longitude": -76.5, "timezone": "GMT", "hourly": {"time": [1789585200, 1789588800],
        "temperature_2m": [18.4, 17.9], "precipitation_probability": [null, 65]}}
        """
}
