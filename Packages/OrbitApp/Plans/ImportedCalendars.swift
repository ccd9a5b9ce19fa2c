import Calendars
import DurableFiles
public import Foundation
import ICalendar
public import Observation
import OrbitModels
public import Presentation
import TimeAndChance

/// When the user is busy by other calendars, from files that they choose: for the calendar, and for finding a time.
///
/// ```swift
/// await user.importedCalendars.read(file, named: "University")
/// for problem in user.importedCalendars.calendars[0].problems { print(problem) }
/// ```
///
/// Only the times are kept: no titles, places or people. They stay on this device, are never sent, and are forgotten when
/// the user signs out.
@MainActor @Observable public final class ImportedCalendars {
    /// Those that were read, in the order in which they came.
    public private(set) var calendars: [ImportedCalendar] = [] {
        didSet { busy = calendars.reduce(TimeSet()) { $0.union(TimeSet($1.spans)) } }
    }
    /// All that was read, together.
    private(set) var busy = TimeSet()
    /// Why the last file was not read, or why what was read is not kept for the next launch; until the next attempt.
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
    /// Known once what was kept is there.
    private(set) var owner: UserID?
    private let file: PersonalFile<[ImportedCalendar]>
    private let words: Words
    private let time: any TimeSource
    private let zone: @Sendable () -> TimeZone

    /// - Parameter file: where the times are kept; `nil` keeps them in memory only.
    init(file: DurableFile?, words: Words, time: any TimeSource, zone: @escaping @Sendable () -> TimeZone) {
        self.file = PersonalFile(file)
        self.words = words
        self.time = time
        self.zone = zone
    }

    /// From now on they are those of this user, beginning with what was read before the app was started.
    func begin(as user: UserID) async {
        let kept = await file.value(of: user) ?? []
        guard !isOver else { return }
        let new = Set(calendars.map(\.name))
        calendars = Array((kept.filter { !new.contains($0.name) } + calendars).prefix(Self.most))
        owner = user
        if !new.isEmpty { await keep() }
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
        let result = await Self.busyTimes(of: file, at: time.date, zone: zone())
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
                return fail(words.sentence("too_many", in: .importedCalendars, ["max": .integer(Self.most)]))
            }
            await keep()
            return .done
        case .failure(let error):
            return fail(error.message(in: words))
        }
    }

    /// Forgets a calendar, also one that is being read.
    public func remove(named name: String) async {
        reading[name] = nil
        calendars.removeAll { $0.name == name }
        await keep()
    }

    /// Forgets all for good: the user signs out.
    func end() {
        isOver = true
        (calendars, reading, failure) = ([], [:], nil)
    }

    /// Removes what is kept on this device.
    func removeTraces() async throws { try await file.end() }

    /// What a calendar shows.
    var entries: [CalendarEntry] {
        let title = words.sentence("busy", in: .importedCalendars)
        return busy.spans.enumerated().map {
            CalendarEntry(id: "busy-\($0)", title: title, time: .span($1), kind: .busy)
        }
    }

    private func keep() async {
        guard let owner, !isOver else { return }
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

    /// Away from the main actor: a hostile file may take a while, if not a long one.
    @concurrent private nonisolated static func busyTimes(
        of file: Data, at now: Date, zone: TimeZone
    ) async -> Result<BusyTimes, CalendarFileError> {
        let window = TimeSpan(
            start: now.addingTimeInterval(-86_400), end: now.addingTimeInterval(86_400 * Double(daysAhead)))
        guard let window else { return .failure(.notACalendar) }  // there is no such clock
        var limits = CalendarLimits()
        (limits.occurrences, limits.periods) = (ImportedCalendar.mostSpans, 200_000)
        return Result { () throws(CalendarFileError) in
            try BusyTimes(reading: file, in: window, zone: zone, limits: limits)
        }
    }
}
