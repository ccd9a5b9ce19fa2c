import Foundation
import NotificationScheduling
import OrbitModels
import Testing

/// Local times and quiet hours agree with Python's zoneinfo.
/// `Tests/NotificationSchedulingTests/Fixtures/clock_changes.py` writes the files.
@Suite struct ZoneinfoTests {
    private static let environment = ProcessInfo.processInfo.environment

    @Test func `times around a sample of clock changes agree with zoneinfo`() throws {
        let url = try #require(Bundle.module.url(forResource: "Fixtures/zoneinfo", withExtension: "txt"))
        let comparison = ClockChangeComparison(of: try String(contentsOf: url, encoding: .utf8))
        #expect(comparison.count > 1_000)
        #expect(comparison.faults == [])
    }

    @Test(
        .enabled(
            if: environment["ORBIT_ZONEINFO"] != nil,
            """
            NOT COMPARED WITH ALL ZONES: run Tests/NotificationSchedulingTests/Fixtures/clock_changes.py full > FILE, then test with \
            ORBIT_ZONEINFO=FILE
            """))
    func `times around every clock change from 1970 to 2037 agree with zoneinfo`() throws {
        let path = try #require(Self.environment["ORBIT_ZONEINFO"])
        let comparison = ClockChangeComparison(of: try String(contentsOfFile: path, encoding: .utf8))
        print("time zone data \(TimeZone.timeZoneDataVersion) here, \(comparison.version) there")
        print(
            "compared \(comparison.count) times: \(comparison.faults.count) differ, and \(comparison.links) by a link")
        print("zones unknown here: \(comparison.unknown.sorted().joined(separator: " "))")
        #expect(comparison.count > 100_000)
        for (zone, faults) in Dictionary(grouping: comparison.faults, by: \.zone).sorted(by: { $0.key < $1.key }) {
            print("\(zone): \(faults.count), first \(faults[0].line), here \(faults[0].found)")
        }
        #expect(comparison.faults.isEmpty)
    }
}

/// A comparison of this module with a file of `clock_changes.py`.
private struct ClockChangeComparison {
    struct Fault: Equatable {
        let zone: String
        let line: String
        let found: String
    }

    private(set) var count = 0
    private(set) var faults: [Fault] = []
    private(set) var unknown: [String] = []
    private(set) var version = ""
    /// The number of times that differ because a name is a link here, but a zone in the file.
    private(set) var links = 0

    /// Release 2024b of the time zone data made these names links. Systems that build it with `backzone`, such as
    /// Debian, keep the zones.
    private static let linked = [
        "WET": "Europe/Lisbon", "CET": "Europe/Brussels", "MET": "Europe/Brussels", "EET": "Europe/Athens",
    ]

    init(of text: String) {
        var zones: [ZoneClock] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.first == "tzdata" { version = String(line) }
            guard words.first != "zones" else {
                zones = words.dropFirst().compactMap { name in
                    guard let zone = TimeZone(identifier: String(name)) else {
                        unknown.append(String(name))
                        return nil
                    }
                    return ZoneClock(zone, from: 0, to: 0)
                }
                continue
            }
            for clock in zones {
                guard let found = Self.found(words, clock) else { continue }
                count += 1
                if found != line, Self.isOfLink(clock.zone, words, found) {
                    links += 1
                } else if found != line {
                    faults.append(Fault(zone: clock.zone.identifier, line: String(line), found: found))
                }
            }
        }
    }

    /// Whether the zone to which the name is a link gives the same line.
    private static func isOfLink(_ zone: TimeZone, _ words: [Substring], _ found: String) -> Bool {
        guard let name = linked[zone.identifier], let target = TimeZone(identifier: name) else { return false }
        return Self.found(words, ZoneClock(target, from: 0, to: 0)) == found
    }

    /// The line as this module computes it.
    private static func found(_ words: [Substring], _ clock: ZoneClock) -> String? {
        let numbers = words.compactMap { Int($0) }
        switch words.first {
        case "reading":
            guard let wall = numbers.first else { return nil }
            return switch LocalDateTime(secondSinceEpoch: wall).instants(in: clock.zone) {
            case .once(let instant): "reading \(wall) once \(second(instant))"
            case .twice(let first, let second): "reading \(wall) twice \(Self.second(first)) \(Self.second(second))"
            case .skipped(let instant): "reading \(wall) skipped \(second(instant))"
            }
        case "quiet":
            guard numbers.count == 5, let hours = QuietHours(fromMinute: numbers[0], toMinute: numbers[1]) else {
                return nil
            }
            let begin = clock.begin(of: hours, before: numbers[2]), end = clock.end(of: hours, after: numbers[2])
            return "quiet \(numbers[0]) \(numbers[1]) \(numbers[2]) \(begin ?? -1) \(end ?? -1)"
        default: return nil
        }
    }

    private static func second(_ date: Date) -> Int { Int(date.timeIntervalSince1970) }
}
