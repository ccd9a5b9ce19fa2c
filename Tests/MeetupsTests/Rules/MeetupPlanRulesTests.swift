import Foundation
import Meetups
import OrbitModels
import Testing
import TimeAndChance
import Validation

@Suite struct MeetupPlanRulesTests {
    private typealias Given = MeetupsUnderTest

    private let rules = MeetupPlanRules(at: MeetupsUnderTest.now)

    private func failures(_ change: (inout MeetupEntry) -> Void) -> [String] {
        var entry = Given.entry()
        change(&entry)
        return rules.failures(in: entry).blocking.map { "\($0.path) \($0.code.rawValue)" }
    }

    @Test func `a valid plan passes unchanged`() throws {
        let plan = try rules.checked(Given.entry())
        #expect(plan.title == "Tennis" && plan.span.start == Given.hours(48) && plan.timeZone == .gmt)
        #expect(MeetupEntry(plan) == Given.entry())
        #expect(try rules.checked(MeetupEntry(plan)) == plan)
    }

    @Test func `each field has its rule and its path`() {
        let bad: [(String, (inout MeetupEntry) -> Void)] = [
            ("title required", { $0.title = "" }), ("title required", { $0.title = " \n\t\u{200B}" }),
            ("title too_long", { $0.title = String(repeating: "a", count: 10_000) }),
            ("title too_many_bytes", { $0.title = String(repeating: "👨‍👩‍👧‍👦", count: 40) }),
            ("description too_long", { $0.description = String(repeating: "a", count: 2_001) }),
            ("event_type required", { $0.eventType = nil }),
            ("interest_tags too_many", { $0.interestTags = (0..<11).map { Interest("tag \($0)") } }),
            ("interest_tags[1] duplicate", { $0.interestTags = [Interest("chess"), Interest("Chess")] }),
            ("interest_tags[1] duplicate", { $0.interestTags = [Interest("chess"), Interest("play chess")] }),
            ("interest_tags[0] too_long", { $0.interestTags = [Interest(String(repeating: "a", count: 41))] }),
            ("time required", { $0.start = nil }), ("time in_the_past", { $0.start = Given.now }),

            ("time too_far_ahead", { ($0.start, $0.end) = (Given.hours(24 * 367), Given.hours(24 * 367 + 1)) }),
            ("end_time required", { $0.end = nil }), ("end_time ends_before_start", { $0.end = $0.start }),
            ("end_time ends_before_start", { $0.end = Given.hours(47) }),
            ("end_time lasts_too_long", { $0.end = Given.hours(48 + 7 * 24).addingTimeInterval(1) }),
            ("end_time lasts_too_long", { $0.end = .distantFuture }),
            ("time_zone unknown_zone", { $0.timeZone = "" }),
            ("time_zone unknown_zone", { $0.timeZone = "Mars/Olympus" }),
            ("time_zone unknown_zone", { $0.timeZone = String(repeating: "A/", count: 10_000) }),
            ("place.name too_long", { $0.place.name = String(repeating: "a", count: 201) }),
            ("place.room too_long", { $0.place.room = String(repeating: "a", count: 201) }),
            ("place.link malformed", { $0.place.link = "javascript:alert(1)" }),
            ("place.link malformed", { $0.place.link = "https://" }),
            ("place.link hidden_characters", { $0.place.link = "https://a.example/\u{202E}x" }),
            ("place.coordinates not_on_earth", { $0.place.coordinates = .init(latitude: 91, longitude: 0) }),
            ("place.coordinates not_on_earth", { $0.place.coordinates = .init(latitude: .nan, longitude: 0) }),
            ("place.coordinates not_on_earth", { $0.place.coordinates = .init(latitude: 0, longitude: -181) }),
            ("capacity out_of_range", { $0.capacity = 1 }), ("capacity out_of_range", { $0.capacity = .min }),
            ("capacity out_of_range", { $0.capacity = 1_001 }),
            ("visibility unknown_value", { $0.visibility = MeetupVisibility(rawValue: "newer") }),
            ("approval unknown_value", { $0.approval = MeetupApproval(rawValue: "newer") }),
            ("join_by after_start", { $0.joinBy = Given.hours(49) }),
            ("join_by in_the_past", { $0.joinBy = Given.hours(-1) }),
            ("repeats never_ends", { $0.repeats = "FREQ=WEEKLY" }),
            ("repeats unknown_repetition", { $0.repeats = "every week" }),
        ]
        for (expected, change) in bad {
            #expect(failures(change) == [expected])
        }
    }

    @Test func `values at the limits of the rules pass`() {
        let good: [(inout MeetupEntry) -> Void] = [
            { $0.title = "a" }, { $0.title = String(repeating: "a", count: 100) }, { $0.capacity = 2 },
            { $0.capacity = 1_000 }, { $0.end = Given.hours(48 + 7 * 24) }, { $0.joinBy = $0.start },
            { $0.start = Given.hours(0.01) }, { $0.place.link = " https://meet.example/room " }, { $0.place.link = "" },
            { $0.place.coordinates = .init(latitude: -90, longitude: 180) }, { $0.interestTags = [] },
            { ($0.start, $0.end) = (Given.hours(24 * 366), Given.hours(24 * 366 + 1)) },
            { $0.eventType = EventType(rawValue: "newer") },
        ]
        for change in good { #expect(failures(change) == []) }
    }

    @Test func `times that are NaN, infinite or extreme are refused`() {
        for time in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
            #expect(!failures { $0.start = Date(timeIntervalSince1970: time) }.isEmpty)
            #expect(!failures { $0.end = Date(timeIntervalSince1970: time) }.isEmpty)
            #expect(!failures { $0.joinBy = Date(timeIntervalSince1970: time) }.isEmpty)
        }
    }

    @Test func `all failures are reported at once, in the order of the form`() {
        let failures = failures {
            ($0.title, $0.end, $0.capacity, $0.joinBy) = ("", $0.start, 0, Given.hours(60))
        }
        #expect(
            failures == [
                "title required", "end_time ends_before_start", "capacity out_of_range", "join_by after_start",
            ])
    }

    @Test func `a plan has a zone, and ends after it starts`() throws {
        var entry = Given.entry()
        entry.timeZone = "America/New_York"
        #expect(try rules.checked(entry).timeZone.identifier == "America/New_York")
        entry.end = entry.start
        #expect(throws: ValidationError.self) { try rules.checked(entry) }
    }

    @Test func `an edited plan may keep a passed time, and may not choose another passed time`() throws {
        let plan = try Given.plan(startsIn: -1, lasts: 2, joinBy: -2)
        let rules = MeetupPlanRules(at: Given.now, replacing: plan)
        var entry = MeetupEntry(plan)
        #expect(rules.failures(in: entry).blocking.isEmpty)
        entry.start = Given.hours(-0.5)
        entry.joinBy = Given.hours(-1.5)
        #expect(rules.failures(in: entry).blocking.map(\.path) == ["time", "join_by"])
        entry = MeetupEntry(plan)
        entry.end = Given.hours(-0.1)
        #expect(rules.failures(in: entry).blocking.map(\.path) == ["end_time"])
    }

    @Test func `texts are stored without invisible characters`() throws {
        var entry = Given.entry("  Tennis\u{202E}\u{0007} \n at  dusk ")
        entry.description = "One\r\n\n\n\nTwo\u{200B}"
        entry.place = PlaceEntry(name: " \u{2066}Court\u{2069} 3 ", address: "  ", room: "\u{200B}")
        entry.interestTags = [Interest("Music")]
        let plan = try rules.checked(entry)
        #expect(plan.title == "Tennis at dusk" && plan.description == "One\n\nTwo")
        #expect(plan.place == Place(name: "Court 3"))
        #expect(plan.interestTags.map(\.id) == ["music"])
        #expect(try rules.checked(MeetupEntry(plan)) == plan)
    }

    @Test func `an entry contains no members that only the server sets`() throws {
        let json = String(decoding: try OrbitJSON.encoder.encode(Given.entry()), as: UTF8.self)
        for claim in ["host", "certified", "is_public", "matched", "attendees", "standing", "going"] {
            #expect(!json.contains(claim))
        }
    }

    @Test(arguments: 0..<10) func `random entries do not trap, and a checked plan passes again unchanged`(seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        func pick<Value>(_ values: [Value]) -> Value { values[Int(random.next() % UInt64(values.count))] }
        let texts = ["", "a", "\u{202E}", String(repeating: "é", count: 300), "\u{0}", "👨‍👩‍👧‍👦"]
        let dates: [Date?] = [
            nil, .distantPast, .distantFuture, Given.now, Given.hours(1), Given.hours(2),
            Date(timeIntervalSince1970: .nan),
            Date(timeIntervalSince1970: .infinity), Date(timeIntervalSince1970: -.greatestFiniteMagnitude),
        ]
        for _ in 0..<20 {
            var entry = MeetupEntry(
                title: pick(texts), description: pick(texts), eventType: pick([nil, .study]), start: pick(dates),
                end: pick(dates), timeZone: pick(["GMT", "", "Europe/Berlin", "x"]),
                capacity: pick([nil, .min, 0, 2, .max]),
                joinBy: pick(dates), repeats: pick([nil, "", "FREQ=DAILY;COUNT=2", "COUNT=9999999999999999999999"]))
            entry.place = PlaceEntry(
                name: pick(texts), link: pick(texts),
                coordinates: .init(latitude: pick([0, .nan, .infinity]), longitude: pick([0, 200])))
            guard let plan = try? rules.checked(entry) else { continue }  // a refusal is a valid outcome too
            #expect(try rules.checked(MeetupEntry(plan)) == plan)
        }
    }

    @Test func `every failure has words that say what to do`() {
        let codes: [FailureCode] = [
            .inThePast, .tooFarAhead, .endsBeforeStart, .lastsTooLong, .afterStart, .unknownZone, .notOnEarth,
            .unknownRepetition, .neverEnds, .startsOffRule, .overlaps, .cannotMoveSeries,
        ]
        let vague = MessageCatalogue.english.otherwise ?? ""
        for code in codes {
            let words = MessageCatalogue.meetups.message(
                for: FieldFailure(path: "x", code: code, parameters: ["days": 7, "max": 52]), in: .meetup)
            #expect(!words.isEmpty && words != vague && !words.contains("{"))
        }
        let title = FieldFailure(path: "title", code: .required)
        #expect(MessageCatalogue.meetups.message(for: title, in: .meetup) == "Give your meetup a title.")
    }
}
