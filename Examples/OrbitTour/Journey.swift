import Meetups
import Networking
import NetworkingTesting
import OrbitApp
import TimeAndChance

/// The story, chapter by chapter. Each chapter drives the app like a front end, and prints the result.
@MainActor final class Journey {
    let environment: AppEnvironment
    /// The campus in this process; `nil` on a server.
    let campus: TourCampus?
    /// The network of the app, which can lose a response.
    let network: FaultInjectingTransport
    let log: RequestLog
    /// The network of all other phones.
    let otherNetwork: any HTTPTransport
    let narrator: Narrator
    /// The end of the names of new addresses. On a server it is random, because the addresses of an earlier run have
    /// accounts or limits there.
    let addressSuffix: String
    /// The running app. The restart creates a second app.
    var app: AppModel
    /// The app on the phone of the person who suits best.
    var otherPhone: AppModel?
    /// The app on the phone of the person who is reported, and then blocked.
    var reportedPhone: AppModel?
    /// The meetup that the two people have planned.
    var meetup: MeetupListing?

    init(
        environment: AppEnvironment, campus: TourCampus?, network: FaultInjectingTransport, log: RequestLog,
        otherNetwork: any HTTPTransport, narrator: Narrator
    ) {
        self.environment = environment
        self.campus = campus
        self.network = network
        self.log = log
        self.otherNetwork = otherNetwork
        self.narrator = narrator
        addressSuffix = campus == nil ? ".\(String(RandomSource.system.next() >> 32, radix: 36))" : ""
        app = AppModel(environment)
    }

    /// Plays all chapters with the campus in this process.
    func run() async throws {
        narrator.title("OrbitKit: from an address to a meeting")
        narrator.say("The app, the network and the campus all run in this process.")
        await launch()
        await mistypeTheAddress()
        await askForTheCode()
        await mistypeTheCode()
        await signIn()
        await beginTheProfile()
        try await restart()
        await completeTheProfile()
        await letTheTokenRunOut()
        await meetPeople()
        try seeTheSolarSystem()
        try await poke()
        try await answer()
        try await meetTheMatch()
        await findTime()
        try await askAndApprove()
        try await lookAround()
        try seeTheMonth()
        try await beReminded()
        await meetInPerson()
        await rateEachOther()
        try await reportAPerson()
        await blockAPerson()
        try await converse()
        try await propose()
        narrator.rule()
    }

    /// Prints the requests of this step.
    func showRequests() async {
        for (index, line) in await log.take().enumerated() {
            narrator.show(index == 0 ? "requests" : "", line)
        }
    }
}
