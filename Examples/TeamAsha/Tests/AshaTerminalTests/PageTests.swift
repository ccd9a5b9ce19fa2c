import AshaSandbox
import Auth
import Drawing
import Foundation
import Networking
import NetworkingTesting
import OrbitModels
import Presentation
import Randonneuring
import TeamAshaApp
import Testing
import TimeAndChance

@testable import AshaTerminal

/// Names that can break the layout of a terminal: wide, combining, right-to-left and with control characters.
private let hostileNames = [
    "王小明王小明王小明王小明王小明王小明王小明", "\u{1B}[31mred\u{1B}[0m", "line\nbreak\r\ttab", "שלום עולם שלום עולם",
    "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", String(repeating: "á̂̃", count: 90), "",
]

@Suite @MainActor struct PageTests {
    private let clock = VirtualClock()

    private func terminal(
        _ change: @escaping @Sendable (inout ClubSeason) -> Void = { _ in }
    ) async throws -> (ClubTerminal, SandboxServer, VirtualClock) {
        var season = ClubSeason(riders: 12, seed: 5, now: clock.date)
        change(&season)
        let server = SandboxServer(season, time: clock)
        var environment = TeamAshaEnvironment(
            server: try ServerAddress("https://team-asha.example"), transport: server, tokens: MemoryTokenStore(),
            time: clock, random: .seeded(1))
        environment.isSandbox = true
        environment.retry = .never
        let app = TeamAshaModel(environment)
        await app.launch()
        return (ClubTerminal(app), server, clock)
    }

    /// Returns the cells of a line that a terminal shows.
    private func width(_ line: String) -> Int {
        // The mark after right-to-left text takes no cell.
        CellWidth.total(CellWidth.fitted(line.replacing("\u{200E}", with: ""), cells: 10_000))
    }

    private static let commands = [
        "brevets", "brevet 1", "brevet 2", "riders 2026", "rider 1", "rider 12", "me", "help",
    ]

    @Test func `every page of the sandbox fits in 80 columns, without escapes when it is plain`() async throws {
        let (terminal, _, _) = try await terminal()
        var pages = [await terminal.perform("demo asha@example.org")]
        for command in Self.commands { pages.append(await terminal.perform(command)) }
        for page in pages {
            #expect(!page.isEmpty)
            for line in page.drawn(in: .plain) {
                #expect(width(line) <= 80 && !line.contains("\u{1B}"))
            }
        }
    }

    @Test(arguments: hostileNames)
    func `a hostile name breaks neither the width nor the lines of a page`(name: String) async throws {
        let (terminal, _, _) = try await terminal { season in
            for index in season.riders.indices { season.riders[index].name = name }
            for index in season.upcoming.indices {
                season.upcoming[index].name = name
                season.upcoming[index].place = name
            }
            season.riders[0].badges = [RiderBadge(rawValue: name + "x"), .superRandonneur, .pbpFinisher, .r12, .p12]
        }
        _ = await terminal.perform("demo asha@example.org")
        for command in Self.commands {
            let lines = await terminal.perform(command).drawn(in: .plain)
            #expect(lines.allSatisfy { width($0) <= 80 })
            #expect(!lines.joined().contains { $0 == "\u{1B}" || $0.isNewline })
        }
    }

    @Test func `a leaderboard shows ranks, sums and badges with their texts`() async throws {
        let (terminal, _, _) = try await terminal { season in
            season.riders[0].badges = [.pbpFinisher, RiderBadge(rawValue: "flat_tyre_hero")]
            season.results["r1"] = CalendarDay(year: 2026, month: 5, day: 14).map { day in
                [BrevetResult(id: "b", name: "Fort Bragg", kilometres: 600, day: day)]
            }
        }
        _ = await terminal.perform("demo asha@example.org")
        let lines = await terminal.perform("riders 2026").drawn(in: .plain)
        let row = try #require(lines.first { $0.contains("Asha Rao") })
        #expect(row.contains("[PBP Finisher]") && row.contains("[Flat tyre hero]"))
        #expect(lines[1].hasPrefix("│   1 "))
    }

    @Test func `a brevet without published controls says so`() async throws {
        let (terminal, _, _) = try await terminal { season in season.upcoming[0].controls = [] }
        _ = await terminal.perform("demo asha@example.org")
        let lines = await terminal.perform("brevet 1").drawn(in: .plain)
        #expect(lines.contains { $0.contains("The controls are not published yet.") })
        #expect(!lines.contains { $0.contains("There are no control times") })
    }

    @Test func `a server that is down shows the failure above the last content`() async throws {
        let (terminal, server, _) = try await terminal()
        let before = await terminal.perform("demo asha@example.org").drawn(in: .plain)
        await server.set(.down)
        let after = await terminal.perform("refresh").drawn(in: .plain)
        #expect(after.contains { $0.contains("! The server cannot be reached.") })
        #expect(before.dropFirst().dropLast().allSatisfy { after.contains($0) })
        await server.set(.up)
        #expect(await terminal.perform("refresh").drawn(in: .plain) == before)
    }

    @Test func `the status warns before the automatic logout`() async throws {
        let (terminal, _, clock) = try await terminal()
        _ = await terminal.perform("demo asha@example.org")
        #expect(terminal.status == "[signed in]")
        clock.advance(by: .seconds(870))
        #expect(terminal.status == "[you will be signed out in 30 s: type a command to stay]")
        _ = await terminal.perform("me")
        #expect(terminal.status == "[signed in]")
    }

    @Test func `the unit changes the Eddington card`() async throws {
        let (terminal, _, _) = try await terminal()
        _ = await terminal.perform("demo asha@example.org")
        let kilometres = await terminal.perform("me").drawn(in: .plain)
        let miles = await terminal.perform("unit mi").drawn(in: .plain)
        #expect(kilometres.contains { $0.contains(" km or more for ") })
        #expect(miles.contains { $0.contains(" mi or more for ") })
    }
}

@Suite struct CardTests {
    @Test func `a frame is exactly 80 cells wide`() {
        let lines = Cards.frame("Title", [[StyledText("text")], [StyledText(String(repeating: "x", count: 200))], []])
        for line in lines.drawn(in: .plain) { #expect(CellWidth.total(CellWidth.fitted(line, cells: 200)) == 80) }
    }

    @Test func `a chip has the colour of its badge and a text that contrasts with it`() {
        let chip = Chips.distance(600)
        #expect(chip.text == "[600 km]" && chip.background == RGB(hex: 0xFF3B30))
        #expect(Chips.chip("", .yellow).foreground == .black)
        #expect([Line]([[chip]]).drawn(in: .trueColour)[0].contains("48;2;255;59;48"))
    }

    @Test func `a card shows the days towards the next number as a bar`() {
        let start = Date(timeIntervalSince1970: 1_790_000_000)
        let rides = (0..<30).map { Ride(start: start.addingTimeInterval(Double($0) * 86_400), distance: 60) }
        let card = EddingtonCard(RideLedger(rides), in: .kilometres, countsOnlyShared: true)
        let lines = Cards.eddington(card).drawn(in: .plain)
        #expect(lines[1].contains("30 km  [Solid]"))
        #expect(lines[2].contains("30 of 31 days"))
        #expect(lines[3].contains("1 more day of 31 km or more for 31"))
        #expect(lines[4].contains("Rides at Strava are private."))
    }

    @Test func `a long message of a failure continues on the next line`() {
        let words = Array(repeating: "message", count: 12).joined(separator: " ")
        let lines = Cards.frame("Title", Cards.failure(Failure(.unavailable, message: words))).drawn(in: .plain)
        #expect(lines[1].hasPrefix("│ ! message message") && lines[2].hasPrefix("│   message"))
        #expect(lines.joined().ranges(of: "message").count == 12)
        #expect(lines.allSatisfy { CellWidth.total(CellWidth.fitted($0, cells: 200)) == 80 })
    }

    @Test func `badges that do not fit are counted, and no badge is cut`() {
        let badges: [RiderBadge] = [.pbpFinisher, .superRandonneur, .r12, .p12]
        func text(_ width: Int) -> String { Chips.badges(badges, in: width).map(\.text).joined() }
        #expect(text(76) == "[PBP Finisher] [Super Randonneur] [R-12] [P-12] ")
        #expect(text(38) == "[PBP Finisher] [Super Randonneur] +2")
        #expect(text(34) == "[PBP Finisher] +3")
        #expect(text(3) == "+4")
    }

    @Test(arguments: [
        (0.0, "0.0"), (61.25, "61.3"), (-1.04, "-1.0"), (-0.5, "-0.5"), (Double.nan, "0.0"), (Double.infinity, "0.0"),
        (1e300, "0.0"),
    ])
    func `a distance is shown with one decimal`(value: Double, text: String) {
        #expect(Cards.oneDecimal(value) == text)
    }

    @Test func `an instant before 1970 has the time of its own day`() throws {
        let newYork = try #require(TimeZone(identifier: "America/New_York"))
        #expect(ClockText.text(Date(timeIntervalSince1970: -60), in: .gmt) == "1969-12-31 23:59")
        #expect(ClockText.text(Date(timeIntervalSince1970: 0), in: newYork) == "1969-12-31 19:00")
    }
}
