import Foundation
import OrbitModels
import Testing
import TimeAndChance

@testable import Calendars

@Suite struct MeetingTimesTests {
    private func request(_ window: TimeSpan, lasting duration: Double = 3_600, step: Double = 1_800) throws
        -> MeetingRequest
    {
        try MeetingRequest(in: window, lasting: duration, step: step, zone: .gmt, now: window.start)
    }

    private let monday = "2026-11-23"

    private func mondayWindow() throws -> TimeSpan { try span("\(monday)T00:00:00", "\(monday)T23:59:59", .gmt) }

    @Test(arguments: oddInstants)
    func `slots agree with an exhaustive search of all starts`(second: Int) throws {
        var random = SplitMix64(seed: UInt64(second))
        let people = try (0..<4).map { number in
            Participant(
                id: UserID("\(number)"), isRequired: number < 2,
                availability: try randomAvailability(near: second, &random))
        }
        let host = try zone(#require(oddZones.randomElement(using: &random)))
        let from = second - 20 * 3_600
        let request = try MeetingRequest(
            in: span(from, second + 20 * 3_600), lasting: 2_700, step: 900, zone: host, bufferBefore: 600,
            bufferAfter: 1_200, now: instant(from), notice: 3_600)
        let times = request.times(for: people)
        let busy = people.map { $0.availability.busy.expanded(before: 1_200, after: 600) }
        var expected: [MeetingSlot] = []
        var all = 0
        // With offsets below a minute, round times fall between minutes. So the search tries every second at which the
        // host's clock is round.
        for start in from + 3_600...second + 20 * 3_600 - 2_700 {
            let wall = LocalDateTime(instant(start), in: host)
            guard wall.secondOfDay.isMultiple(of: 900) else { continue }
            all += 1
            var (missing, ifNeeded, unsociable) = ([0, 0], 0, 0)
            for (person, busy) in zip(people, busy) {
                // Steps of half a minute are fine enough for every edge.
                let moments = stride(from: start, to: start + 2_700, by: 30).map(instant)
                let level = try moments.map { try person.availability.level(at: $0, busy: busy) }.min() ?? 0
                if level == 0 { missing[person.isRequired ? 0 : 1] += 1 }
                if level == 1 { ifNeeded += 1 }
                let hours = moments.map { LocalDateTime($0, in: person.availability.week.timeZone).hour }
                if level > 0, !hours.allSatisfy((8..<22).contains) { unsociable += 1 }
            }
            if missing[0] == 0, missing[1] < 3 {
                expected.append(
                    MeetingSlot(
                        span: try span(start, start + 2_700), requiredMissing: 0, optionalMissing: missing[1],
                        ifNeeded: ifNeeded, unsociable: unsociable))
            }
        }
        #expect(all > 100)
        #expect(times.slots == expected)
        for slot in times.slots {
            let attendance = times.attendance(at: slot.span)
            #expect(attendance.count { !$0.isRequired && !$0.isComing } == slot.optionalMissing)
            #expect(attendance.count { $0.status == .ifNeeded } == slot.ifNeeded)
            #expect(attendance.count { $0.isComing && $0.isUnsociable } == slot.unsociable)
            #expect(attendance.allSatisfy { !$0.isRequired || $0.isComing })
        }
    }

    @Test func `slots are ranked by missing people, then by people if needed, then by time`() throws {
        let people = [
            Participant(id: "a", availability: try availability("Mon 9–17", .gmt)),
            Participant(
                id: "b", isRequired: false, availability: try availability("Mon 12–15", .gmt, ifNeeded: "Mon 11–12")),
        ]
        let times = try request(mondayWindow(), step: 3_600).times(for: people)
        let best = times.best(9)
        #expect(best.map { LocalDateTime($0.span.start, in: .gmt).hour } == [12, 13, 14, 11, 9, 10, 15, 16])
        #expect(best.map(\.optionalMissing) == [0, 0, 0, 0, 1, 1, 1, 1])
        #expect(best[3].ifNeeded == 1)
        #expect(times.obstacles == nil)
        #expect(times.best(0).isEmpty && times.best(-1).isEmpty)
    }

    @Test func `the best slots do not overlap`() throws {
        let people = [Participant(id: "a", availability: try availability("Mon 9–11", .gmt))]
        let times = try request(mondayWindow(), step: 900).times(for: people)
        #expect(times.slots.count == 5)
        #expect(
            try times.best(5).map(\.span) == [
                span("\(monday)T09:00:00", "\(monday)T10:00:00", .gmt),
                span("\(monday)T10:00:00", "\(monday)T11:00:00", .gmt),
            ])
    }

    @Test func `an unsociable hour is ranked last, and each person has a local time`() throws {
        let (berlin, tokyo) = (try zone("Europe/Berlin"), try zone("Asia/Tokyo"))
        let people = [
            Participant(id: "ana", availability: try availability("Mon–Sun 8–22", berlin)),
            Participant(id: "lee", availability: try availability("Mon–Sun 0–24", tokyo)),
            Participant(id: "bo", isRequired: false, availability: try availability("Tue 9–10", berlin)),
        ]
        let window = try span("\(monday)T00:00:00", "\(monday)T23:00:00", berlin)
        let times = try MeetingRequest(in: window, lasting: 3_600, zone: berlin, now: window.start).times(for: people)
        #expect(times.best(1).map(\.unsociable) == [0])
        let late = try span("\(monday)T17:00:00", "\(monday)T18:00:00", berlin)
        let lee = times.attendance(at: late)[1]
        #expect(lee.start.description == "2026-11-24T01:00:00" && lee.end.hour == 2)
        #expect(lee.isUnsociable && lee.status == .available && lee.zone == tokyo)
        #expect(
            times.explanation(of: late) { "\u{1B}[2J" + $0.rawValue } == [
                "Mon 23 Nov 17:00–18:00 (Europe/Berlin): 2 of 3 people, all of 2 required",
                "[2Jana: available",
                "[2Jlee: Tue 24 Nov 01:00–02:00 (Asia/Tokyo), available, unusual hour",
                "[2Jbo (optional): not free",
            ])
    }

    @Test func `buffers are kept around busy times, but not at the ends of free hours`() throws {
        var person = try availability("Mon 9–13", .gmt)
        person.busy = TimeSet([try span("\(monday)T10:30:00", "\(monday)T11:00:00", .gmt)])
        let people = [Participant(id: "a", availability: person)]
        func starts(_ before: Double, _ after: Double) throws -> [String] {
            let window = try mondayWindow()
            let request = try MeetingRequest(
                in: window, lasting: 3_600, step: 900, zone: .gmt, bufferBefore: before, bufferAfter: after,
                now: window.start)
            return request.times(for: people).slots.map { LocalDateTime($0.span.start, in: .gmt).hourAndMinute }
        }
        #expect(try starts(0, 0) == ["09:00", "09:15", "09:30", "11:00", "11:15", "11:30", "11:45", "12:00"])
        #expect(try starts(900, 1_800) == ["09:00", "11:15", "11:30", "11:45", "12:00"])
    }

    @Test func `a minimum notice moves the earliest start`() throws {
        let people = [Participant(id: "a", availability: try availability("Mon 9–12", .gmt))]
        let now = try #require(LocalDateTime("\(monday)T08:10:00")).instants(in: .gmt).first
        func first(_ notice: Double) throws -> String? {
            try MeetingRequest(in: mondayWindow(), lasting: 3_600, zone: .gmt, now: now, notice: notice)
                .times(for: people).slots.first.map { LocalDateTime($0.span.start, in: .gmt).hourAndMinute }
        }
        #expect(try first(0) == "09:00")
        #expect(try first(3_600) == "09:30")
        #expect(try first(86_400) == nil)
    }

    @Test func `a request without a common time names the nearest slots and the missing people`() throws {
        var busy = try availability("Mon 9–12", .gmt)
        busy.busy = TimeSet([try span("\(monday)T09:00:00", "\(monday)T11:15:00", .gmt)])
        let people = [
            Participant(id: "ana", availability: try availability("Mon 9–12", .gmt)),
            Participant(id: "bo", availability: busy),
            Participant(id: "cy", availability: try availability("Tue 9–12", .gmt)),
            Participant(id: "di", isRequired: false, availability: try availability("Mon 10–11", .gmt)),
        ]
        let times = try request(mondayWindow()).times(for: Array(people.prefix(2)))
        let obstacles = try #require(times.obstacles)
        #expect(times.slots.isEmpty && times.best(3).isEmpty)
        #expect(obstacles.neverFree == ["bo"])
        #expect(try obstacles.longestShared == span("\(monday)T11:15:00", "\(monday)T12:00:00", .gmt))
        #expect(
            times.explanationOfObstacles { $0.rawValue }.prefix(3) == [
                "bo is never free for 1 h.",
                "The longest shared time is 45 min: Mon 23 Nov 11:15–12:00.",
                "Mon 23 Nov 09:00–10:00: without bo (busy).",
            ])
        let german = LocalizedStrings([
            LocalizationKey("meeting_times", "never_free"): "{name} hat nie {duration} Zeit.",
            LocalizationKey("meeting_times", "hours"): "{hours} Stunde",
            LocalizationKey("attendance_at_time", "busy"): "beschäftigt",
        ])
        let lines = times.explanationOfObstacles(in: german) { $0.rawValue }
        #expect(lines[0] == "bo hat nie 1 Stunde Zeit." && lines[2].hasSuffix("without bo (beschäftigt)."))
        let four = try request(mondayWindow()).times(for: people)
        let nearest = try #require(four.obstacles?.nearest.first)
        #expect(LocalDateTime(nearest.span.start, in: .gmt).hour == 10, "the optional one comes, too")
        #expect(nearest.requiredMissing == 2 && nearest.optionalMissing == 0)
        #expect(four.obstacles?.neverFree == ["bo", "cy"] && four.obstacles?.longestShared == nil)
    }

    @Test func `explanations write dates with the names of the front end`() throws {
        let words = LocalizedStrings([
            LocalizationKey("weekday_short", "mon"): "Mo", LocalizationKey("month_short", "nov"): "Nov.",
        ])
        let ana = Participant(id: "ana", availability: try availability("Mon 9–10", .gmt))
        let bo = Participant(id: "bo", availability: try availability("Mon 11–12", .gmt))
        let nine = try span("\(monday)T09:00:00", "\(monday)T10:00:00", .gmt)
        let common = try request(mondayWindow()).times(for: [ana])
        let lines = common.explanation(of: nine, in: words) { $0.rawValue }
        #expect(lines.first?.hasPrefix("Mo 23 Nov. 09:00–10:00 (") == true)
        let obstacles = try request(mondayWindow()).times(for: [ana, bo])
        let reasons = obstacles.explanationOfObstacles(in: words) { $0.rawValue }
        #expect(reasons.contains { $0.hasPrefix("Mo 23 Nov. ") } && reasons.allSatisfy { !$0.contains("Mon ") })
    }

    @Test func `a common time without a round start is reported as the longest shared time`() throws {
        var person = try availability("Mon 9–11", .gmt)
        person.busy = TimeSet([try span("\(monday)T09:00:00", "\(monday)T09:10:00", .gmt)])
        let times = try request(mondayWindow(), lasting: 6_000).times(for: [Participant(id: "a", availability: person)])
        #expect(times.slots.isEmpty)
        #expect(times.obstacles?.longestShared?.duration == 6_600)
        #expect(times.obstacles?.neverFree == [])
    }

    @Test func `the first of equally long shared times is reported`() throws {
        let people = [Participant(id: "a", availability: try availability("Mon 9–10, 12–13, 15–16", .gmt))]
        let times = try request(mondayWindow(), lasting: 7_200).times(for: people)
        #expect(
            try times.obstacles?.longestShared == span("\(monday)T09:00:00", "\(monday)T10:00:00", .gmt))
    }

    @Test func `a request without people has no slots, and a repeated person counts once`() throws {
        let nobody = try request(mondayWindow()).times(for: [])
        #expect(nobody.slots.isEmpty && nobody.obstacles?.nearest == [] && nobody.obstacles?.isWindowTooShort == false)
        let twice = [
            Participant(id: "a", availability: try availability("Mon 9–10", .gmt)),
            Participant(id: "b", availability: try availability("Mon 9–12", .gmt)),
            Participant(id: "a", isRequired: false, availability: try availability("Mon 11–12", .gmt)),
        ]
        let times = try request(mondayWindow()).times(for: twice)
        #expect(try times.attendance(at: mondayWindow()).map(\.id) == ["a", "b"])
        #expect(times.best(1).map { LocalDateTime($0.span.start, in: .gmt).hour } == [11])
    }

    @Test func `a meeting longer than the window has no slots`() throws {
        let people = [Participant(id: "a", availability: try availability("Mon–Sun 0–24", .gmt))]
        let times = try request(mondayWindow(), lasting: 86_400).times(for: people)
        #expect(times.slots.isEmpty && times.obstacles?.isWindowTooShort == true)
        #expect(times.explanationOfObstacles { $0.rawValue }.count > 0)
        let tooLate = try MeetingRequest(in: mondayWindow(), lasting: 60, zone: .gmt, now: .distantFuture)
        #expect(tooLate.times(for: people).searched == nil)
        #expect(tooLate.times(for: people).obstacles?.isWindowTooShort == true)
        #expect(try tooLate.times(for: people).attendance(at: mondayWindow()).isEmpty)
    }

    @Test func `a window of all times is searched for 371 days`() throws {
        let people = [Participant(id: "a", availability: try availability("Mon 9–10", .gmt))]
        let window = try #require(
            TimeSpan(
                start: Date(timeIntervalSince1970: -.infinity), end: Date(timeIntervalSince1970: .infinity)))
        let times = try MeetingRequest(in: window, lasting: 3_600, zone: .gmt, now: instant(0)).times(for: people)
        #expect(times.searched.map { ($0.duration - 371 * 86_400).magnitude < 1 } == true)
        #expect(times.slots.count == 53)
    }

    @Test(arguments: [0, -1, .nan, .infinity, -.infinity, 1e300])
    func `an invalid duration or step is refused`(duration: Double) throws {
        let window = try mondayWindow()
        #expect(throws: MeetingRequestError.duration) { try request(window, lasting: duration) }
        #expect(throws: MeetingRequestError.step) { try request(window, step: duration) }
    }

    @Test(arguments: [-1, .nan, .infinity])
    func `invalid buffers and notices are refused`(value: Double) throws {
        let window = try mondayWindow()
        #expect(throws: MeetingRequestError.buffer) {
            try MeetingRequest(in: window, lasting: 60, zone: .gmt, bufferBefore: value, now: window.start)
        }
        #expect(throws: MeetingRequestError.buffer) {
            try MeetingRequest(in: window, lasting: 60, zone: .gmt, bufferAfter: value, now: window.start)
        }
        #expect(throws: MeetingRequestError.notice) {
            try MeetingRequest(in: window, lasting: 60, zone: .gmt, now: window.start, notice: value)
        }
        #expect(throws: MeetingRequestError.notice) {
            try MeetingRequest(in: window, lasting: 60, zone: .gmt, now: Date(timeIntervalSince1970: .nan))
        }
        #expect(throws: MeetingRequestError.step) { try request(window, step: 50 * 60) }
        #expect(MeetingRequestError.step.localizedDescription.contains("divide a day"))
    }

    @Test func `starts are round on the host's clock before and after it changes`() throws {
        let host = try zone("Australia/Lord_Howe")  // set back by half an hour at 02:00
        let people = [Participant(id: "a", availability: try availability("Mon–Sun 0–24", .gmt))]
        let window = try span("2026-04-05T00:00:00", "2026-04-05T04:00:00", host)
        let starts = try MeetingRequest(in: window, lasting: 1_800, step: 3_600, zone: host, now: window.start)
            .times(for: people).slots.map { LocalDateTime($0.span.start, in: host).hourAndMinute }
        #expect(starts == ["00:00", "01:00", "02:00", "03:00"])
        // Between 01:30 and 02:00, at which the clock is set to 03:00, no start is round.
        let berlin = try zone("Europe/Berlin")
        let spring = try span("2026-03-29T01:30:00", "2026-03-29T05:00:00", berlin)
        let later = try MeetingRequest(in: spring, lasting: 1_800, step: 3_600, zone: berlin, now: spring.start)
            .times(for: people).slots.map { LocalDateTime($0.span.start, in: berlin).hourAndMinute }
        #expect(later == ["03:00", "04:00"])
        let halfHours = try MeetingRequest(in: window, lasting: 1_800, zone: host, now: window.start)
            .times(for: people).slots.map { LocalDateTime($0.span.start, in: host).hourAndMinute }
        #expect(halfHours == ["00:00", "00:30", "01:00", "01:30", "01:30", "02:00", "02:30", "03:00", "03:30"])
    }
}
