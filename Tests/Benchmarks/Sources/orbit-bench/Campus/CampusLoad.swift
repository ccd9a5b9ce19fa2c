import Connections
import Discover
import Foundation
import Matching
import Networking
import OrbitBackend
import OrbitModels
import OrbitStore
import TimeAndChance

/// Sends requests to a campus, and measures their time and store calls.
struct CampusLoad: Sendable {
    private static let viewerCount = 64
    /// The number of seconds for which each throughput is measured.
    static let span = 2.0

    let campus: LogCampus
    let viewers: [BenchmarkDevice]
    let clock = SystemClock()

    /// - Parameter strictPercent: The percentage of people whose dealbreakers admit no person. Viewers are not among
    ///   them.
    init(people: Int, strictPercent: Int, on store: any BackendStore) async throws {
        campus = try await LogCampus(people: people, on: store)
        var viewers: [BenchmarkDevice] = []
        for number in 0..<Self.viewerCount { viewers.append(try await campus.signIn(number)) }
        self.viewers = viewers
        let body = try OrbitJSON.encoder.encode(Keyed(Dealbreakers(ages: 120...120)))
        for number in Self.viewerCount..<people where number % 100 < strictPercent {
            let device = try await campus.signIn(number)
            let path = "/discover/dealbreakers"
            let tag = try await send(.toCampus(.get, path), by: device).headers[.etag] ?? ""
            var request = try HTTPRequest.toCampus(.put, path, body: body)
            try request.headers.set(.ifMatch, to: tag)
            try await send(request, by: device)
        }
    }

    @discardableResult
    private func send(_ request: HTTPRequest, by device: BenchmarkDevice) async throws -> HTTPResponse {
        let response = await campus.backend.respond(to: try device.signed(request), origin: device.origin)
        guard response.status == 200 else {
            throw UnexpectedInput("\(request.url.path) comes to \(String(decoding: response.body, as: UTF8.self))")
        }
        return response
    }

    func page() throws -> HTTPRequest { try .toCampus(.get, "/discover/users") }

    func timed(_ request: HTTPRequest, by device: BenchmarkDevice) async throws -> Double {
        let start = clock.uptime
        try await send(request, by: device)
        return (clock.uptime - start) / .milliseconds(1)
    }

    private func takeCalls() -> Int {
        let calls = campus.store.takeCalls()
        return calls.log + calls.others
    }

    /// Measures the first list of a day and the same page again. The first list on the campus is reported separately.
    func measureLists(into report: inout BenchmarkReport) async throws {
        let request = try page()
        report.add("campus_first_ms", try await timed(request, by: viewers[0]), digits: 1)
        var (first, firstCalls, again, againCalls): ([Double], Int, [Double], Int) = ([], 0, [], 0)
        let spent = ResourceUsage.now.processorSeconds
        for viewer in viewers.dropFirst() {
            _ = takeCalls()
            first.append(try await timed(request, by: viewer))
            firstCalls = max(firstCalls, takeCalls())
        }
        let firstSpent = (ResourceUsage.now.processorSeconds - spent) * 1_000 / Double(first.count)
        for _ in 0..<10 {
            for viewer in viewers {
                _ = takeCalls()
                again.append(try await timed(request, by: viewer))
                againCalls = max(againCalls, takeCalls())
            }
        }
        report.add("first_list_ms", spread: first, digits: 2)
        report.add("first_list_cpu_ms", firstSpent, digits: 2)
        report.add("first_list_calls", firstCalls)
        report.add("page_ms", spread: Array(again.dropFirst(viewers.count)), digits: 3)
        report.add("page_calls", againCalls)
    }

    func measureThroughput(into report: inout BenchmarkReport) async throws {
        for clients in [1, viewers.count] {
            let (spent, end) = (ResourceUsage.now.processorSeconds, clock.uptime + .seconds(Self.span))
            let pages = try await withThrowingTaskGroup(of: Int.self) { group in
                for viewer in viewers.prefix(clients) {
                    group.addTask {
                        var count = 0
                        while clock.uptime < end {
                            try await send(try page(), by: viewer)
                            count += 1
                        }
                        return count
                    }
                }
                return try await group.reduce(0, +)
            }
            report.add("pages_per_s_\(clients)", Double(pages) / Self.span, digits: 0)
            let microseconds = (ResourceUsage.now.processorSeconds - spent) * 1e6
            report.add("page_cpu_us_\(clients)", microseconds / Double(max(1, pages)), digits: 1)
        }
    }

    func measurePokes(into report: inout BenchmarkReport) async throws {
        var spent: [Double] = []
        for (number, viewer) in viewers.enumerated() {
            let response = try await send(try page(), by: viewer)
            let page = try OrbitJSON.decoder.decode(Envelope<DiscoverPage>.self, from: response.body)
            guard case .success(let shown) = page, let person = shown.people.elements.first else { continue }
            let body = try OrbitJSON.encoder.encode(SendPokeRequest(toUserID: person.id, note: .hello))
            spent.append(
                try await timed(.toCampus(.post, "/pokes", key: "campus-poke-\(number)", body: body), by: viewer))
        }
        report.add("poke_ms", spread: spent, digits: 3)
    }

    /// Measures requests to join, and the next list of each person who joined.
    func measureJoining(into report: inout BenchmarkReport) async throws {
        let request = try page()
        let path = "/users/me"
        var (joins, next): ([Double], [Double]) = ([], [])
        for number in 0..<20 {
            let device = try await campus.signIn("joins\(number)@orbit.example", origin: "10.9.0.\(number + 1)")
            let tag = try await send(.toCampus(.get, path), by: device).headers[.etag] ?? ""
            let profile = campus.residents[number].profile
            var save = try HTTPRequest.toCampus(.put, path, body: OrbitJSON.encoder.encode(profile))
            try save.headers.set(.ifMatch, to: tag)
            // Puts the page into the cache, whatever the viewer did before.
            try await send(request, by: viewers[number])
            joins.append(try await timed(save, by: device))
            next.append(try await timed(request, by: viewers[number]))
        }
        report.add("join_ms", spread: joins, digits: 3)
        report.add("list_after_join_ms", spread: next, digits: 3)
    }
}

extension CampusLoad {
    /// The pause between two requests of the person who waits for a match.
    private static let askingPause = Duration.milliseconds(20)

    /// Measures the pairing of the day while others read: from the first request until its sender has a match, and
    /// until all people have a match.
    func measurePairing(into report: inout BenchmarkReport) async throws {
        let before = try await othersWhile { try await clock.sleep(for: .seconds(Self.span)) }
        let start = clock.uptime
        var (asked, matched, all) = (0.0, 0.0, 0.0)
        let meanwhile = try await othersWhile {
            let request = try HTTPRequest.toCampus(.get, "/matches/today")
            asked = try await timed(request, by: viewers[0])
            let match = Task { () async throws -> Double in
                while try await isUnderWay(request) { try await clock.sleep(for: Self.askingPause) }
                return (clock.uptime - start) / .seconds(1)
            }
            repeat {
                try await campus.backend.runScheduledWork()
            } while try await campus.backend.pendingWork().jobs.count > 0
            all = (clock.uptime - start) / .seconds(1)
            matched = try await match.value
        }
        report.add("pairing_s", matched, digits: 2)
        report.add("pairing_all_s", all, digits: 2)
        report.add("pairing_asked_ms", asked, digits: 1)
        report.add("others_before_p99_ms", before.reads.percentile(99), digits: 2)
        report.add("others_p99_ms", meanwhile.reads.percentile(99), digits: 2)
        report.add("others_max_ms", meanwhile.reads.max() ?? 0, digits: 1)
    }

    private func isUnderWay(_ request: HTTPRequest) async throws -> Bool {
        let response = try await send(request, by: viewers[0])
        guard
            case .success(let today) = try OrbitJSON.decoder.decode(Envelope<TodayData>.self, from: response.body)
        else { throw UnexpectedInput("There is no match of today.") }
        return today.reason == .underWay
    }
}

extension [Double] {
    func percentile(_ percent: Int) -> Double {
        isEmpty ? 0 : sorted()[Swift.min(count - 1, count * percent / 100)]
    }
}
