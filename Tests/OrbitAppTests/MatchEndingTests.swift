import Connections
import Foundation
import Networking
import NetworkingTesting
import OrbitApp
import OrbitBackend
import OrbitModels
import Presentation
import Testing
import TimeAndChance

/// A match of the day on the devices of both people.
@Suite @MainActor struct MatchEndingTests {
    private let campus = SmallCampus()

    /// Maya's and Liam's devices, each with a sheet of the day's match.
    private func sheets() async throws -> [(device: SignedInDevice, sheet: PersonViewModel)] {
        let devices = [try await campus.join("maya"), try await campus.join("liam")]
        await devices[0].loadTodaysMatch()
        var all: [(SignedInDevice, PersonViewModel)] = []
        for (device, other) in zip(devices, devices.reversed()) {
            await waitUntil { device.user.connection == .live }
            await device.user.today.load()
            await device.user.matches.matches.load()
            let sheet = device.user.sheet(of: try other.user.ownID)
            await sheet.load()
            all.append((device, sheet))
        }
        return all
    }

    @Test func `the sheet shows the end of the match, and a poke keeps the match for both`() async throws {
        let both = try await sheets()
        for (_, sheet) in both { #expect(sheet.matchEnding == "until Sun 14 Feb, unless one of you pokes the other") }
        #expect(await both[0].sheet.keepMatch(note: .coffee) == .done)
        #expect(both[0].sheet.match?.endsAt == nil && both[0].sheet.matchEnding == nil)
        await waitUntil { both[1].sheet.match?.endsAt == nil }
        #expect(both[1].sheet.action == .connected)
        for (device, _) in both { #expect(device.user.pokes.newMatch == nil) }
        for (device, sheet) in both {
            #expect(device.user.today.match.value?.matches.map(\.endsAt) == [nil])
            #expect(await sheet.keepMatch() == .skipped)
        }
    }

    @Test func `the last day of a match is written with the front end's names of days and months`() throws {
        let words = LocalizedStrings([
            LocalizationKey("match_ending", "until"): "bis {day}", LocalizationKey("weekday_short", "sat"): "Sa",
            LocalizationKey("month_short", "feb"): "Febr.",
        ])
        let day = try #require(CalendarDay(year: 2026, month: 1, day: 15))
        let match = Match(
            id: "m", date: day, partnerID: "u", partnerName: "Liam", status: .active, createdAt: .distantPast,
            endsAt: Date(timeIntervalSince1970: 1_771_113_600))  // 2026-02-15T00:00:00Z
        #expect(match.ending(in: .gmt, words: words) == "bis Sa 14 Febr.")
        #expect(match.ending(in: .gmt) == "until Sat 14 Feb, unless one of you pokes the other")
    }

    @Test func `an expired match leaves every list of both people without a reload`() async throws {
        let both = try await sheets()
        for days in [20.0, 10] {  // a session expires after thirty days without use
            campus.clock.advance(by: .seconds(days * 86_400))
            for (device, sheet) in both {
                await device.user.matches.matches.load()
                #expect(sheet.match != nil)
            }
        }
        campus.clock.advance(by: .seconds(2 * 86_400))
        try await campus.backend.runScheduledWork()
        for (device, sheet) in both {
            await waitUntil { device.user.matches.matches.items == .empty }
            #expect(sheet.match == nil && sheet.matchEnding == nil)
            #expect(device.user.today.match.value == .disconnected)
        }
    }
}
