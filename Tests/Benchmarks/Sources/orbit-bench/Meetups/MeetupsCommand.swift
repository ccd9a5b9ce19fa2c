import ArgumentParser
import Foundation
import Meetups
import Networking
import OrbitBackend
import OrbitDemo
import OrbitModels
import TimeAndChance

/// Measures pages of meetups by filter, among many meetups.
struct MeetupsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "meetups", abstract: "List meetups by filters, with a backend in this process.")

    /// The number of meetups of each host, which form a series.
    private static let ofHost = 50

    @Argument(help: "How many meetups there are.")
    var meetups = 10_000
    @Argument(help: "How many pages are asked for by each filter.")
    var pages = 200

    func validate() throws {
        guard (50...200_000).contains(meetups), pages >= 10 else {
            throw ValidationError("Plan 50 to 200000 meetups, and ask for 10 pages or more.")
        }
    }

    func run() async throws {
        let hosts = meetups / Self.ofHost
        let campus = try await LogCampus(people: hosts + 1)
        var report = BenchmarkReport()
        var random = SplitMix64(seed: 3)
        for host in 1...hosts {
            let series = try OrbitJSON.encoder.encode(Self.series(of: host, using: &random))
            let request = try HTTPRequest.toCampus(.post, "/meetups", key: "host-\(host)", body: series)
            let device = try await campus.signIn(host)
            let response = await campus.backend.respond(to: try device.signed(request), origin: device.origin)
            guard response.status == 200 else {
                throw UnexpectedInput("A series comes to \(String(decoding: response.body, as: UTF8.self))")
            }
        }
        report.add("meetups", hosts * Self.ofHost)
        let viewer = try await campus.signIn(0)
        _ = campus.store.takeCalls()
        for (name, filter) in Self.filters {
            var generator = SplitMix64(seed: 5)
            try await measure(name, pages, as: viewer, on: campus, into: &report) { filter(&generator) }
        }
        report.add("maxrss_mb", ResourceUsage.now.maximumResidentMegabytes, digits: 0)
        report.print()
    }

    /// Returns a daily series of any kind of meetup, within about ten kilometres.
    private static func series(of host: Int, using random: inout SplitMix64) -> MeetupEntry {
        let quarter = Double(Int.random(in: 8...960, using: &random))
        let start = Date(timeIntervalSince1970: (SystemClock().date.timeIntervalSince1970 / 900).rounded() * 900)
            .addingTimeInterval(quarter * 900)
        let sports: [Sport] = [.tennis, .running, .badminton]
        var entry = MeetupEntry(
            title: "Meetup \(host)", description: "All are welcome.",
            eventType: EventType.known.randomElement(using: &random),
            sport: sports.randomElement(using: &random), interestTags: [Interest("tag\(host % 20)")], start: start,
            end: start.addingTimeInterval(5_400), timeZone: "America/New_York", approval: .automatic,
            repeats: "FREQ=DAILY;COUNT=\(ofHost)")
        entry.place.coordinates = CampusSeed.centre.map {
            CoordinatesEntry(
                latitude: $0.latitude + .random(in: -0.1...0.1, using: &random),
                longitude: $0.longitude + .random(in: -0.1...0.1, using: &random))
        }
        return entry
    }

    /// The queries of a screen.
    private static let filters: [(name: String, query: @Sendable (inout SplitMix64) -> String)] = [
        ("first_page", { _ in "" }),
        ("sport", { _ in "&sport=tennis" }),
        ("tag", { "&tag=tag\(Int.random(in: 0..<20, using: &$0))" }),
        ("text", { "&q=meetup%20\(Int.random(in: 1...9, using: &$0))" }),
        ("box", { box(of: 0.02, using: &$0) }),
        ("large_box", { box(of: 0.08, using: &$0) + "&sport=running" }),
        (
            "later",
            { random in
                let date = SystemClock().date.addingTimeInterval(86_400 * .random(in: 5...40, using: &random))
                return "&event_type=study&from=" + (RFC3339.string(from: date) ?? "")
            }
        ),
    ]

    private static func box(of side: Double, using random: inout SplitMix64) -> String {
        guard let centre = CampusSeed.centre else { return "" }
        let south = centre.latitude + .random(in: -0.1...0.1 - side, using: &random)
        let west = centre.longitude + .random(in: -0.1...0.1 - side, using: &random)
        return "&bbox=\(west),\(south),\(west + side),\(south + side)"
    }

    private func measure(
        _ name: String, _ count: Int, as viewer: BenchmarkDevice, on campus: LogCampus,
        into report: inout BenchmarkReport, query: () -> String
    ) async throws {
        let clock = SystemClock()
        var (times, calls, found): ([Double], Int, Int) = ([], 0, 0)
        for _ in 0..<count {
            let request = try viewer.signed(.toCampus(.get, "/meetups?limit=20" + query()))
            let start = clock.uptime
            let response = await campus.backend.respond(to: request, origin: viewer.origin)
            times.append((clock.uptime - start) / .milliseconds(1))
            guard
                case .success(let page) = try OrbitJSON.decoder.decode(
                    Envelope<Page<MeetupListing>>.self, from: response.body)
            else { throw UnexpectedInput("The list by \(name) comes to \(response.status).") }
            found += page.list.elements.count
            let taken = campus.store.takeCalls()
            calls = max(calls, taken.log + taken.others)
        }
        report.add("\(name)_ms", spread: times, digits: 2)
        report.add("\(name)_store_calls", calls)
        report.add("\(name)_found", Double(found) / Double(count), digits: 1)
    }
}
