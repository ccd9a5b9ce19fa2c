import Randonneuring
import Testing

/// A control with its opening and closing times, as `h:mm` after the start.
struct ControlVector: Sendable, CustomTestStringConvertible {
    let kilometres: Double
    let brevet: BrevetDistance
    let opens: String
    let closes: String

    init(_ kilometres: Double, _ brevet: BrevetDistance, _ opens: String, _ closes: String) {
        (self.kilometres, self.brevet, self.opens, self.closes) = (kilometres, brevet, opens, closes)
    }

    var testDescription: String { "\(kilometres) km of \(brevet.kilometres)" }

    /// The worked examples of rusa.org/pages/acp-brevet-control-times-calculator.
    static let rusa = [
        ControlVector(60, .km200, "1:46", "4:00"), ControlVector(120, .km200, "3:32", "8:00"),
        ControlVector(175, .km200, "5:09", "11:40"), ControlVector(205, .km200, "5:53", "13:30"),
        ControlVector(550, .km600, "17:08", "36:40"), ControlVector(609, .km600, "18:48", "40:00"),
        ControlVector(890, .km1000, "29:09", "65:23"),
    ]
    /// The example of randonneurs.bc.ca.
    static let britishColumbia = [ControlVector(442, .km600, "13:32", "29:28")]
    /// Controls at the ends of the parts of the rule, computed by hand.
    static let parts = [
        ControlVector(0, .km200, "0:00", "1:00"), ControlVector(20, .km200, "0:35", "2:00"),
        ControlVector(40, .km200, "1:11", "3:00"), ControlVector(61, .km200, "1:48", "4:04"),
        ControlVector(150, .km200, "4:25", "10:00"), ControlVector(200, .km200, "5:53", "13:30"),
        ControlVector(250, .km300, "7:27", "16:40"), ControlVector(300, .km300, "9:00", "20:00"),
        ControlVector(399, .km400, "12:06", "26:36"), ControlVector(400, .km400, "12:08", "27:00"),
        ControlVector(600, .km600, "18:48", "40:00"), ControlVector(700, .km1000, "22:22", "48:45"),
        ControlVector(1_000, .km1000, "33:05", "75:00"),
    ]
}

@Suite struct BrevetRulesTests {
    @Test(arguments: ControlVector.rusa + ControlVector.britishColumbia + ControlVector.parts)
    func `a control has the times of the published examples`(vector: ControlVector) throws {
        let times = try BrevetRules.since2024.times(ofControlAt: vector.kilometres, on: vector.brevet)
        #expect(ControlTimes.text(ofMinutes: times.opensAfterMinutes) == vector.opens)
        #expect(ControlTimes.text(ofMinutes: times.closesAfterMinutes) == vector.closes)
    }

    @Test func `a control beyond the brevet's distance has the times of the finish, up to 20 percent`() throws {
        let finish = try BrevetRules.since2024.times(ofControlAt: 200, on: .km200)
        for kilometres in [200.9, 205, 240, 240.9] {
            #expect(try BrevetRules.since2024.times(ofControlAt: kilometres, on: .km200) == finish)
        }
        #expect(finish.isFinish && finish.kilometres == 200)
    }

    @Test(arguments: [241.0, 600, .greatestFiniteMagnitude])
    func `a control beyond the longest permitted route is refused`(kilometres: Double) {
        #expect(throws: ControlError.beyondRoute(maxKilometres: 240)) {
            try BrevetRules.since2024.times(ofControlAt: kilometres, on: .km200)
        }
    }

    @Test func `a control at a negative distance or at NaN is refused`() {
        for rules in [BrevetRules.since2018, .since2024] {
            #expect(throws: ControlError.notANumber) { try rules.times(ofControlAt: .nan, on: .km300) }
            #expect(throws: ControlError.notANumber) { try rules.times(ofControlAt: .infinity, on: .km300) }
            #expect(throws: ControlError.negative) { try rules.times(ofControlAt: -1, on: .km300) }
        }
    }

    @Test func `one wrong control does not affect the other controls of a card`() {
        let card = BrevetRules.since2024.card(ofControlsAt: [0, .nan, 120, 900], on: .km200)
        #expect(card.map { (try? $0.get())?.closesAfterMinutes } == [60, nil, 480, nil])
    }

    @Test func `distances are rounded until March 2021 and truncated since then`() throws {
        #expect(try BrevetRules.since2018.times(ofControlAt: 119.6, on: .km200).kilometres == 120)
        #expect(try BrevetRules.since2021.times(ofControlAt: 119.6, on: .km200).kilometres == 119)
        #expect(try BrevetRules.since2024.times(ofControlAt: 199.9, on: .km200).isFinish == false)
    }

    @Test func `intermediate times are a recommendation since 2024, and the times of the finish are not`()
        throws
    {
        let before = try BrevetRules.since2021.times(ofControlAt: 120, on: .km200)
        let since = try BrevetRules.since2024.times(ofControlAt: 120, on: .km200)
        #expect(!before.accepts(arrivalAfterMinutes: 481))
        #expect(since.accepts(arrivalAfterMinutes: 481))
        #expect(!before.accepts(arrivalAfterMinutes: before.opensAfterMinutes - 1))
        #expect(since.accepts(arrivalAfterMinutes: since.opensAfterMinutes - 1))
        #expect(since.accepts(arrivalAfterMinutes: 0) && !since.accepts(arrivalAfterMinutes: -1))
        let finish = try BrevetRules.since2024.times(ofControlAt: 200, on: .km200)
        #expect(!finish.accepts(arrivalAfterMinutes: finish.opensAfterMinutes - 1))
        #expect(finish.accepts(arrivalAfterMinutes: 810))
        #expect(!finish.accepts(arrivalAfterMinutes: 811))
    }

    private static let starts: [(year: Int, month: Int, rules: BrevetRules?)] = [
        (2018, 2, nil), (2018, 3, .since2018), (2021, 3, .since2018), (2021, 4, .since2021), (2023, 12, .since2021),
        (2024, 1, .since2024), (2026, 6, .since2024),
    ]

    @Test(arguments: starts)
    func `the month of the start selects the rules`(year: Int, month: Int, rules: BrevetRules?) throws {
        #expect(BrevetRules.valid(in: try #require(SeasonMonth(year: year, month: month))) == rules)
    }

    @Test func `every control opens before it closes, and later controls neither open nor close earlier`() throws {
        for brevet in BrevetDistance.allCases {
            var previous = try BrevetRules.since2024.times(ofControlAt: 0, on: brevet)
            for kilometres in 1...brevet.maxRouteKilometres {
                let times = try BrevetRules.since2024.times(ofControlAt: Double(kilometres), on: brevet)
                #expect(times.opensAfterMinutes < times.closesAfterMinutes)
                #expect(times.opensAfterMinutes >= previous.opensAfterMinutes)
                #expect(times.closesAfterMinutes >= previous.closesAfterMinutes)
                previous = times
            }
        }
    }

    @Test func `minutes are shown as hours and minutes, also below zero and at the limits of integers`() {
        #expect(ControlTimes.text(ofMinutes: 810) == "13:30")
        #expect(ControlTimes.text(ofMinutes: 65) == "1:05")
        #expect(ControlTimes.text(ofMinutes: -65) == "-1:05")
        #expect(ControlTimes.text(ofMinutes: .min).hasPrefix("-153722867280912930"))
    }
}
