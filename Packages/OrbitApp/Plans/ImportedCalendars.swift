public import Calendars
public import Foundation
public import Observation
public import OrbitModels
public import Presentation

/// When the user is busy by other calendars, from files that they choose: for the calendar, and for finding a time.
///
/// ```swift
/// await app.importedCalendars.read(file, named: "University")
/// for problem in app.importedCalendars.calendars[0].problems { print(problem) }
/// ```
///
/// Only the times are kept: no titles, places or people. They stay in the memory of this device, are never sent, and are
/// forgotten when the user signs out or the app ends.
@MainActor @Observable public final class ImportedCalendars {
    /// Those that were read, in the order in which they came.
    public private(set) var calendars: [ImportedCalendar] = [] {
        didSet { busy = calendars.reduce(TimeSet()) { $0.union(TimeSet($1.spans)) } }
    }
    /// All that was read, together.
    private(set) var busy = TimeSet()
    /// Why the last file was not read, until the next.
    public private(set) var failure: Failure?
    /// Whether a file is being read.
    public var isReading: Bool { !reading.isEmpty }

    /// The most calendars that are kept.
    public static let most = 10
    /// How many days ahead busy times are read: as far as meetups are planned.
    public nonisolated static let daysAhead = 366

    /// By name, the number of the file that is read last.
    private var reading: [String: Int] = [:]
    @ObservationIgnored private var lastNumber = 0
    @ObservationIgnored private var isOver = false
    private let now: @MainActor () -> Date
    private let zone: @Sendable () -> TimeZone

    init(now: @escaping @MainActor () -> Date, zone: @escaping @Sendable () -> TimeZone) {
        self.now = now
        self.zone = zone
    }

    /// Reads an `.ics` file, in place of one of the same name. A file that cannot be read changes nothing, and of one that
    /// is broken in parts the rest counts: ``ImportedCalendar/problems`` says what does not.
    @discardableResult
    public func read(_ file: Data, named name: String) async -> ActionOutcome {
        guard !isOver else { return .skipped }
        failure = nil
        lastNumber += 1
        let number = lastNumber
        reading[name] = number
        let result = await Self.busyTimes(of: file, at: now(), zone: zone())
        guard !isOver, reading[name] == number else { return .skipped }
        reading[name] = nil
        switch result {
        case .success(let busy):
            let calendar = ImportedCalendar(name: name, spans: busy.spans, problems: busy.problems)
            if let index = calendars.firstIndex(where: { $0.name == name }) {
                calendars[index] = calendar
            } else if calendars.count < Self.most {
                calendars.append(calendar)
            } else {
                return fail("There are \(Self.most) calendars already. Remove one first.")
            }
            return .done
        case .failure(let error):
            return fail(error.errorDescription ?? "This file cannot be read. Choose another.")
        }
    }

    /// Forgets a calendar, also one that is being read.
    public func remove(named name: String) {
        reading[name] = nil
        calendars.removeAll { $0.name == name }
    }

    /// Forgets all for good: the user signs out.
    func end() {
        isOver = true
        (calendars, reading, failure) = ([], [:], nil)
    }

    /// What a calendar shows.
    var entries: [CalendarEntry] {
        busy.spans.enumerated().map { CalendarEntry(id: "busy-\($0)", title: "Busy", time: .span($1), kind: .busy) }
    }

    private func fail(_ message: String) -> ActionOutcome {
        let failure = Failure(.local, message: message, canRetry: false)
        self.failure = failure
        return .failed(failure)
    }

    /// Away from the main actor: a hostile file may take a while, if not a long one.
    @concurrent private nonisolated static func busyTimes(
        of file: Data, at now: Date, zone: TimeZone
    ) async -> Result<BusyTimes, CalendarFileError> {
        let window = TimeSpan(
            start: now.addingTimeInterval(-86_400), end: now.addingTimeInterval(86_400 * Double(daysAhead)))
        guard let window else { return .failure(.notACalendar) }  // there is no such clock
        var limits = CalendarLimits()
        (limits.occurrences, limits.periods) = (10_000, 200_000)
        return Result { () throws(CalendarFileError) in
            try BusyTimes(reading: file, in: window, zone: zone, limits: limits)
        }
    }
}

/// The busy times of a calendar that the user has chosen.
public struct ImportedCalendar: Hashable, Sendable, Identifiable {
    /// As the user knows it.
    public let name: String
    /// In order, without overlaps.
    public let spans: [TimeSpan]
    /// What was left out or corrected.
    public let problems: [CalendarProblem]

    /// The name.
    public var id: String { name }
}
