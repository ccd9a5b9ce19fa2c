import Auth
import Foundation
import OrbitApp
import OrbitDemo
import OrbitModels
import Presentation
import TimeAndChance
import Validation

/// Measures the front end over a seeded campus in this process, without sockets.
///
/// Each resident signs in with a browser of their own, whose stream stays open.
@MainActor package final class WebMeasurement {
    /// A browser of a resident.
    private struct Visitor {
        let session: WebSession
        let stream: Task<Void, Never>
    }

    /// An unexpected response of the front end.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The screens whose rendering is measured, and their loads.
    private static let screens = ["/discover", "/discover/list", "/pokes", "/matches", "/meetups", "/meetups/month"]
    private static let seconds = 10

    private let clock = SystemClock()
    private let world: DemoWorld
    private let site: WebSite
    private var visitors: [Visitor] = []

    private init(world: DemoWorld) {
        self.world = world
        site = WebSite(settings: .demonstration(world))
    }

    /// Runs all measurements.
    ///
    /// - Parameters:
    ///   - quiet: The number of browsers that only follow their stream.
    ///   - active: The number of further browsers that load a page every second.
    /// - Returns: The figures by name.
    package static func run(quiet: Int, active: Int) async throws -> [String: Double] {
        // Some browsers sign in before the measurement, so that shared tables exist.
        let warm = 8
        let world = try await DemoWorld.make(people: warm + quiet + active)
        let measurement = WebMeasurement(world: world)
        try await measurement.signIn(0..<warm)
        let before = ResourceUsage.residentBytes
        try await measurement.signIn(warm..<warm + quiet)
        let perSession = (ResourceUsage.residentBytes - before) / Double(max(quiet, 1))
        try await measurement.signIn(warm + quiet..<warm + quiet + active)
        var figures = try await measurement.renderings()
        figures["quiet_session_kb"] = perSession / 1_000
        figures["quiet"] = Double(quiet)
        figures["active"] = Double(active)
        for (name, value) in await measurement.load(active: active) { figures[name] = value }
        for visitor in measurement.visitors { visitor.stream.cancel() }
        return figures
    }

    private func signIn(_ residents: Range<Int>) async throws {
        for index in residents {
            let resident = world.campus.residents[index]
            let address = "192.0.2.\(index % 250)"
            let session = try await site.sessions.makeSession(language: .english, at: address)
            session.app.auth.email = resident.email
            await session.app.auth.sendCode()
            session.app.auth.verificationCode = "123456"
            await session.app.verifyCode()
            _ = session.noteUser()
            guard session.app.route == .home else { throw Failure(description: "\(session.app.route)") }
            _ = await page("/discover", of: session)
            let stream = PageStream(of: session, tabs: [.init(path: "/discover", version: nil)], site: site.site)
            visitors.append(Visitor(session: session, stream: Task { while await stream.next() != nil {} }))
        }
    }

    private func page(_ path: String, of session: WebSession) async -> PageResponse {
        await site.respond(to: PageRequest(method: .get, path: path, sessionID: session.id))
    }

    /// The median times of rendering a screen and comparing its regions, without loads.
    private func renderings() async throws -> [String: Double] {
        guard let session = visitors.first?.session else { return [:] }
        var figures: [String: Double] = [:]
        var largest = 0.0
        for path in Self.screens {
            _ = await page(path, of: session)
            guard let (page, visit) = session.visit(to: path, on: site.site) else { continue }
            var times: [Double] = []
            for _ in 0..<50 {
                let start = clock.uptime
                let regions = Frame.regions(of: page.screen(visit), visit)
                let fingerprints = regions.reduce(into: UInt64(0)) { $0 ^= $1.fingerprint }
                times.append((clock.uptime - start) / .milliseconds(1))
                guard fingerprints != 0 else { throw Failure(description: "\(path) has no content") }
            }
            let median = times.sorted()[times.count / 2]
            figures["render_ms \(path)"] = median
            largest = max(largest, median)
        }
        figures["render_largest_ms"] = largest
        return figures
    }

    /// The processor time of the process, and the response times of pages, while some browsers load pages.
    private func load(active: Int) async -> [String: Double] {
        let browsing = visitors.suffix(active).map(\.session)
        let (start, used) = (clock.uptime, ResourceUsage.processorSeconds)
        var times: [Double] = []
        for second in 0..<Self.seconds {
            for (index, session) in browsing.enumerated() {
                let due = start + .seconds(second) + .milliseconds(1_000 * index / max(browsing.count, 1))
                try? await clock.sleep(until: due)
                let path = Self.screens[(index + second) % Self.screens.count]
                _ = await page(path, of: session)
                // The time since the page was due includes the wait for a busy processor.
                times.append((clock.uptime - due) / .milliseconds(1))
            }
        }
        let wall = (clock.uptime - start) / .seconds(1)
        times.sort()
        return [
            "core_share": (ResourceUsage.processorSeconds - used) / wall, "page_p50_ms": times[times.count / 2],
            "page_p99_ms": times[times.count * 99 / 100], "pages_per_s": Double(times.count) / wall,
        ]
    }
}
