import Meetups
import NetworkingTesting
import OrbitApp

/// The story, chapter by chapter. Each chapter drives the app like a front end, and prints the result.
@MainActor final class Journey {
    let environment: AppEnvironment
    let campus: TourCampus
    let network: FaultInjectingTransport
    let log: RequestLog
    let clock: VirtualClock
    let narrator: Narrator
    /// The running app. The restart creates a second app.
    var app: AppModel
    /// The app on the phone of the person who suits best.
    var otherPhone: AppModel?
    /// The app on the phone of the person who is reported, and then blocked.
    var reportedPhone: AppModel?
    /// The meetup that the two people have planned.
    var meetup: MeetupListing?

    init(
        environment: AppEnvironment, campus: TourCampus, network: FaultInjectingTransport, log: RequestLog,
        clock: VirtualClock, narrator: Narrator
    ) {
        self.environment = environment
        self.campus = campus
        self.network = network
        self.log = log
        self.clock = clock
        self.narrator = narrator
        app = AppModel(environment)
    }

    func run() async throws {
        narrator.title("OrbitKit: from an address to a meeting")
        narrator.say("The app, the network and the campus all run in this process.")
        await launch()
        await mistypeTheAddress()
        await askForTheCode()
        await mistypeTheCode()
        await signIn()
        await beginTheProfile()
        await restart()
        await completeTheProfile()
        await letTheTokenRunOut()
        await meetPeople()
        try seeTheSolarSystem()
        try await poke()
        await answer()
        await meetTheMatch()
        await findTime()
        await askAndApprove()
        try await lookAround()
        try seeTheMonth()
        await beReminded()
        await meetInPerson()
        await rateEachOther()
        try await reportAPerson()
        await blockAPerson()
        narrator.rule()
    }

    /// Prints the requests of this step.
    func showRequests() async {
        for (index, line) in await log.take().enumerated() {
            narrator.show(index == 0 ? "requests" : "", line)
        }
    }
}
