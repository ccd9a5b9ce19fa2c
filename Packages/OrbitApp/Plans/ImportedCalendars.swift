import Calendars
import DurableFiles
public import Foundation
import ICalendar
public import Observation
import OrbitModels
public import Presentation
import TimeAndChance

/// The busy times from calendar files that the user chooses, for the calendar and for finding a time.
///
/// ```swift
/// await user.importedCalendars.read(file, named: "University")
/// for problem in user.importedCalendars.calendars[0].problems { print(problem) }
/// ```
///
/// Only the times are stored: no titles, places or people. They stay on this device, are never sent, and are deleted
/// when the user signs out.
@MainActor @Observable public final class ImportedCalendars {
    /// The imported calendars, in the order of their import.
    public private(set) var calendars: [ImportedCalendar] = [] {
        didSet { busy = calendars.reduce(TimeSet()) { $0.union(TimeSet($1.spans)) } }
    }
    /// The union of all busy times.
    private(set) var busy = TimeSet()
    /// The reason why the last file was not read, or could not be stored for the next launch; `nil` after the next
    /// attempt starts.
    public private(set) var failure: Failure?
    /// Whether a file is being read.
    public var isReading: Bool { !reading.isEmpty }

    /// The maximum number of calendars.
    public static let maxCalendars = 10
    /// The number of days ahead for which busy times are read. A meetup can be planned for at most the same number of
    /// days ahead.
    public nonisolated static let daysAhead = 366

    /// The number of the latest read in progress for each name. The result of an earlier read of the same name is
    /// dropped.
    private var reading: [String: Int] = [:]
    @ObservationIgnored private var lastNumber = 0
    @ObservationIgnored private var hasEnded = false
    /// The owner; `nil` until the stored calendars are loaded.
    private(set) var owner: UserID?
    private let file: PerUserFile<[ImportedCalendar]>
    private let words: LocalizedStrings
    private let time: any TimeSource
    private let zone: @Sendable () -> TimeZone

    /// Creates the calendars.
    ///
    /// - Parameters:
    ///   - file: The file of the times; `nil` keeps them in memory only.
    ///   - words: The language of the texts.
    ///   - time: The clock.
    ///   - zone: Returns the time zone of floating times.
    init(file: DurableFile?, words: LocalizedStrings, time: any TimeSource, zone: @escaping @Sendable () -> TimeZone) {
        self.file = PerUserFile(file)
        self.words = words
        self.time = time
        self.zone = zone
    }

    /// Assigns the calendars to a user, and loads the user's stored calendars.
    func begin(as user: UserID) async {
        let kept = await file.value(of: user) ?? []
        guard !hasEnded else { return }
        let new = Set(calendars.map(\.name))
        calendars = Array((kept.filter { !new.contains($0.name) } + calendars).prefix(Self.maxCalendars))
        owner = user
        if !new.isEmpty { await keep() }
    }

    /// Reads an `.ics` file, and replaces a calendar of the same name.
    ///
    /// A file that cannot be read changes nothing. If parts of a file are invalid, the remaining parts are imported,
    /// and ``ImportedCalendar/problems`` lists the invalid parts.
    @discardableResult
    public func read(_ file: Data, named name: String) async -> ActionOutcome {
        guard !hasEnded else { return .skipped }
        failure = nil
        lastNumber += 1
        let number = lastNumber
        reading[name] = number
        let result = await Self.busyTimes(of: file, at: time.date, zone: zone())
        guard !hasEnded, reading[name] == number else { return .skipped }
        reading[name] = nil
        switch result {
        case .success(let busy):
            let calendar = ImportedCalendar(name: name, spans: busy.spans, problems: busy.problems)
            if let index = calendars.firstIndex(where: { $0.name == name }) {
                calendars[index] = calendar
            } else if calendars.count < Self.maxCalendars {
                calendars.append(calendar)
            } else {
                return fail(words.sentence("too_many", in: .importedCalendars, ["max": .integer(Self.maxCalendars)]))
            }
            await keep()
            return .done
        case .failure(let error):
            return fail(error.message(in: words))
        }
    }

    /// Removes a calendar, even while its file is being read.
    public func remove(named name: String) async {
        reading[name] = nil
        calendars.removeAll { $0.name == name }
        await keep()
    }

    /// Removes all calendars from memory when the user signs out.
    func end() {
        hasEnded = true
        (calendars, reading, failure) = ([], [:], nil)
    }

    /// Deletes the file on this device.
    func removeTraces() async throws { try await file.end() }

    /// The busy times as entries of a calendar.
    var entries: [CalendarEntry] {
        let title = words.sentence("busy", in: .importedCalendars)
        return busy.spans.enumerated().map {
            CalendarEntry(id: "busy-\($0)", title: title, time: .span($1), kind: .busy)
        }
    }

    private func keep() async {
        guard let owner, !hasEnded else { return }
        do {
            try await file.keep(calendars, of: owner)
        } catch {
            failure = Failure(error, in: words)
        }
    }

    private func fail(_ message: String) -> ActionOutcome {
        let failure = Failure(.local, message: message, canRetry: false)
        self.failure = failure
        return .failed(failure)
    }

    /// Reads a file away from the main actor, because a hostile file can take a while, although a bounded time.
    @concurrent private nonisolated static func busyTimes(
        of file: Data, at now: Date, zone: TimeZone
    ) async -> Result<BusyTimes, CalendarFileError> {
        let window = TimeSpan(
            start: now.addingTimeInterval(-86_400), end: now.addingTimeInterval(86_400 * Double(daysAhead)))
        guard let window else { return .failure(.notACalendar) }  // no clock has such a time
        var limits = CalendarLimits()
        (limits.occurrences, limits.periods) = (ImportedCalendar.maxSpans, 200_000)
        return Result { () throws(CalendarFileError) in
            try BusyTimes(reading: file, in: window, zone: zone, limits: limits)
        }
    }
}
