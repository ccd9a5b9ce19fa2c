import Randonneuring
import Testing

/// The rule of a calculator that students have published, computed again from its source. Each property is one cause of
/// differences, and its default is the rule since 2021.
struct StudentCalculator: Sendable, CustomTestStringConvertible {
    /// The rule for the closing times of the first 60 km.
    enum First60 {
        /// 20 km/h, plus an hour.
        case extraHour
        /// The speed of the later kilometres. The start closes after an hour.
        case hourAtStart
        /// The speed of the later kilometres.
        case ordinary
    }

    /// The treatment of a control beyond the nominal distance.
    enum Beyond { case finish, extraKilometres, refused }

    /// The end of a part of the distance in kilometres, and its speed in km/h.
    typealias SpeedRange = (end: Double, speed: Double)

    static let fastest: [SpeedRange] = [(200, 34), (400, 32), (600, 30), (1_000, 28), (1_300, 26)]
    static let slowest: [SpeedRange] = [(600, 15), (1_000, 11.428), (1_300, 13.333)]

    let testDescription: String
    var opening = fastest
    var closing = slowest
    var truncatesMinutes = false
    var first60 = First60.extraHour
    var hasFinishLimits = true
    var openingBeyond = Beyond.finish
    var closingBeyond = Beyond.finish
    var refusedDistances: [BrevetDistance] = []

    /// Returns the opening time in minutes; `nil` if the calculator refuses the control.
    func opens(_ control: ControlVector) -> Int? {
        guard let counted = counted(control, openingBeyond) else { return nil }
        return minutes(counted, at: opening)
    }

    /// Returns the closing time in minutes; `nil` if the calculator refuses the control.
    func closes(_ control: ControlVector) -> Int? {
        guard let counted = counted(control, closingBeyond) else { return nil }
        if first60 == .extraHour, counted <= 60 { return Int(counted * 3) + 60 }
        if first60 == .hourAtStart, counted == 0 { return 60 }
        if hasFinishLimits, counted >= Double(control.brevet.kilometres) { return control.brevet.limitMinutes }
        return minutes(counted, at: closing)
    }

    private func counted(_ control: ControlVector, _ beyond: Beyond) -> Double? {
        let nominal = Double(control.brevet.kilometres)
        guard !refusedDistances.contains(control.brevet) else { return nil }
        guard control.kilometres > nominal else { return control.kilometres }
        switch beyond {
        case .finish: return nominal
        case .extraKilometres: return control.kilometres
        case .refused: return nil
        }
    }

    private func minutes(_ kilometres: Double, at parts: [SpeedRange]) -> Int {
        var (hours, start) = (0.0, 0.0)
        for part in parts where kilometres > start {
            hours += (min(kilometres, part.end) - start) / part.speed
            start = part.end
        }
        let whole = hours.rounded(.down)
        let rest = (hours - whole) * 60
        return Int(whole) * 60 + Int(truncatesMinutes ? rest.rounded(.down) : rest.rounded())
    }
}

/// The comparison in README.md. A difference is an opening or closing time that differs from the published times.
@Suite struct StudentCalculatorTests {
    private static let calculators: [(calculator: StudentCalculator, differences: Int)] = [
        (StudentCalculator(testDescription: "dhillonsh", first60: .hourAtStart), 2),
        (
            StudentCalculator(
                testDescription: "taiseiak", first60: .ordinary, hasFinishLimits: false,
                openingBeyond: .extraKilometres,
                closingBeyond: .refused), 9
        ),
        (
            StudentCalculator(
                testDescription: "zbower1uo",
                opening: [(200, 34), (400, 32), (600, 30), (900, 26), (1_300, 28)],
                closing: [(600, 15), (900, 13.333), (1_300, 11.428)], first60: .hourAtStart,
                refusedDistances: [.km300]), 11
        ),
        (
            StudentCalculator(
                testDescription: "kaschaefer", truncatesMinutes: true, first60: .ordinary,
                openingBeyond: .extraKilometres),
            22
        ),
        (
            StudentCalculator(
                testDescription: "isw4", truncatesMinutes: true, first60: .ordinary, hasFinishLimits: false,
                openingBeyond: .refused,
                closingBeyond: .refused), 26
        ),
    ]

    private func differences(_ calculator: StudentCalculator) -> [String] {
        let controls = ControlVector.rusa + ControlVector.britishColumbia + ControlVector.parts
        #expect(controls.count == 21)
        return controls.flatMap { control in
            let times = [
                ("opens", calculator.opens(control), control.opens),
                ("closes", calculator.closes(control), control.closes),
            ]
            return times.filter { $0.1.map(ControlTimes.text) != $0.2 }.map { "\(control.testDescription) \($0.0)" }
        }
    }

    @Test(arguments: calculators)
    func `a calculator of a student differs from the published times as often as the README states`(
        calculator: StudentCalculator, count: Int
    ) {
        #expect(differences(calculator).count == count)
    }

    @Test func `a calculator without the causes in the README has the published times`() {
        #expect(differences(StudentCalculator(testDescription: "corrected")).isEmpty)
    }
}
