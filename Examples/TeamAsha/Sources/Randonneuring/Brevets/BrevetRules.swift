/// The rules of control times of one period, such as the rules since 2024.
///
/// Sources:
/// - rusa.org/pages/acp-brevet-control-times-calculator for speeds, limits and three worked examples
/// - joewein.net (2018) for the first 60 km
/// - the rules of ACP for 2024, rusa.org/node/1667, and the Board of RUSA on 3 February 2024, for times that are only a
///   recommendation: “there will only be timing at the final control”
public struct BrevetRules: Hashable, Sendable {
    /// The conversion of the distance of a control to whole kilometres.
    public enum Rounding: Hashable, Sendable {
        /// To the nearest kilometre, until March 2021.
        case nearest
        /// Down, since April 2021.
        case down
    }

    /// The conversion of distances to whole kilometres.
    public let rounding: Rounding
    /// Whether the times of intermediate controls are only a recommendation. The times of the finish always count.
    public let intermediateTimesAreAdvisory: Bool

    /// The rules from March 2018 to March 2021, with 20 km/h plus one hour for the first 60 km.
    public static let since2018 = BrevetRules(rounding: .nearest, intermediateTimesAreAdvisory: false)
    /// The rules from April 2021 to 2023, with truncated distances.
    public static let since2021 = BrevetRules(rounding: .down, intermediateTimesAreAdvisory: false)
    /// The rules since 2024. Intermediate opening and closing times are a recommendation.
    public static let since2024 = BrevetRules(rounding: .down, intermediateTimesAreAdvisory: true)

    /// Returns the rules of a month, or `nil` before March 2018.
    ///
    /// - Parameter month: The month in which the brevet starts.
    public static func valid(in month: SeasonMonth) -> BrevetRules? {
        if month >= SeasonMonth(clampedYear: 2024, month: 1) { return since2024 }
        if month >= SeasonMonth(clampedYear: 2021, month: 4) { return since2021 }
        return month >= SeasonMonth(clampedYear: 2018, month: 3) ? since2018 : nil
    }

    /// Returns the times of a control.
    ///
    /// A control beyond the nominal distance has the times of the finish, because a route may be up to 20 % longer.
    ///
    /// - Parameters:
    ///   - kilometres: The distance of the control from the start, along the route.
    ///   - brevet: The nominal distance of the brevet.
    /// - Returns: The times after the start.
    /// - Throws: ``ControlError`` for a distance that a control of this brevet cannot have.
    public func times(
        ofControlAt kilometres: Double, on brevet: BrevetDistance
    ) throws(ControlError) -> ControlTimes {
        guard kilometres.isFinite else { throw .notANumber }
        guard kilometres >= 0 else { throw .negative }
        let whole = rounding == .down ? kilometres.rounded(.down) : kilometres.rounded()
        guard whole <= Double(brevet.maxRouteKilometres) else {
            throw .beyondRoute(maxKilometres: brevet.maxRouteKilometres)
        }
        let counted = min(Int(whole), brevet.kilometres)
        let isFinish = counted == brevet.kilometres
        return ControlTimes(
            kilometres: counted, isFinish: isFinish,
            opensAfterMinutes: Self.minutes(for: counted, at: Self.fastest),
            closesAfterMinutes: isFinish ? brevet.limitMinutes : Self.closing(of: counted),
            areBinding: isFinish || !intermediateTimesAreAdvisory)
    }

    /// Returns the times of the controls of a brevet, each with its own error.
    ///
    /// - Parameters:
    ///   - controls: The distances of the controls, in kilometres.
    ///   - brevet: The nominal distance of the brevet.
    public func card(
        ofControlsAt controls: [Double], on brevet: BrevetDistance
    ) -> [Result<ControlTimes, ControlError>] {
        controls.map { control in
            do throws(ControlError) {
                return .success(try times(ofControlAt: control, on: brevet))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The end of a part of the distance, and the speed in km/h from the end of the previous part.
    private typealias SpeedRange = (end: Int, speed: Double)

    private static let fastest: [SpeedRange] = [(200, 34), (400, 32), (600, 30), (1_000, 28), (1_300, 26)]
    private static let slowest: [SpeedRange] = [(600, 15), (1_000, 11.428), (1_300, 13.333)]

    /// Returns the closing time of an intermediate control in minutes.
    private static func closing(of kilometres: Int) -> Int {
        // 20 km/h plus one hour, so that the start closes after an hour. The result is a whole number.
        kilometres <= 60 ? kilometres * 3 + 60 : minutes(for: kilometres, at: slowest)
    }

    /// Returns the time of a distance in minutes, rounded to the nearest minute. Each part has its own speed.
    private static func minutes(for kilometres: Int, at parts: [SpeedRange]) -> Int {
        var (hours, start) = (0.0, 0)
        for part in parts where kilometres > start {
            hours += Double(min(kilometres, part.end) - start) / part.speed
            start = part.end
        }
        return Int((hours * 60).rounded())
    }
}

/// The times at which a control opens and closes, in minutes after the start.
public struct ControlTimes: Hashable, Sendable {
    /// The distance that counts, in whole kilometres, at most the nominal distance.
    public let kilometres: Int
    /// Whether the control has the times of the finish.
    public let isFinish: Bool
    /// The opening time.
    public let opensAfterMinutes: Int
    /// The closing time.
    public let closesAfterMinutes: Int
    /// Whether the control refuses a rider outside its times. Since 2024, this is only the case at the finish.
    public let areBinding: Bool

    /// Whether the control accepts a rider who arrives after a number of minutes. No control accepts a time before the
    /// start.
    public func accepts(arrivalAfterMinutes minutes: Int) -> Bool {
        guard areBinding else { return minutes >= 0 }
        return minutes >= opensAfterMinutes && minutes <= closesAfterMinutes
    }

    /// Returns a time as hours and minutes, such as `13:30`.
    public static func text(ofMinutes minutes: Int) -> String {
        let rest = minutes.magnitude % 60
        return "\(minutes < 0 ? "-" : "")\(minutes.magnitude / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// The reason why a brevet cannot have a control.
public enum ControlError: Error, Hashable, Sendable {
    /// The distance is NaN or infinite.
    case notANumber
    /// The distance is negative.
    case negative
    /// The control is further from the start than the longest permitted route: the nominal distance plus 20 %.
    case beyondRoute(maxKilometres: Int)
}
