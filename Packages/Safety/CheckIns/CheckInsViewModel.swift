public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// The user's safety check-ins: setting one, putting it off, and saying that all is well.
///
/// ```swift
/// await checkIns.create(CheckInEntry(dueAt: dueAt, contact: contact, message: "I am out with new people."))
/// if let next = checkIns.next { show(checkIns.remaining(of: next)) }
/// await checkIns.safe(next)
/// ```
///
/// The server does what was agreed whether or not this device is alive.
@MainActor @Observable public final class CheckInsViewModel {
    /// The latest first; those that are over for a week.
    public let checkIns: PagedList<SafetyCheckIn>
    /// The fields of the form of a new check-in whose failures ``failures(in:)`` returns.
    public private(set) var touched = TouchedFields()

    private let service: CheckInService
    private let time: any TimeSource
    private let clock: ScreenClock
    private let actions: ActionRunner<CheckInID>
    private let catalogue: MessageCatalogue

    private static let new = CheckInID("new")

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    public init(service: CheckInService, log: PersonLog, catalogue: MessageCatalogue = .care, pageSize: Int = 20) {
        self.service = service
        self.catalogue = catalogue
        (time, clock) = (log.time, log.clock)
        actions = ActionRunner(log: log)
        checkIns = PagedList(.checkIns, on: log) { try await service.checkIns(after: $0, limit: pageSize) }
    }

    /// Those that run, the next one due first.
    public var running: [SafetyCheckIn] {
        let now = now(for: checkIns.known)
        return checkIns.known.filter { $0.state(at: now) == .waiting }.sorted { $0.dueAt < $1.dueAt }
    }

    /// The next one that is due.
    public var next: SafetyCheckIn? { running.first }

    /// Those that were missed and of which the user has not said since that they are safe.
    public var missed: [SafetyCheckIn] {
        let now = now(for: checkIns.known)
        return checkIns.known.filter { $0.state(at: now) == .missed }
    }

    /// Seconds until a check-in is due; 0 once it is.
    public func remaining(of checkIn: SafetyCheckIn) -> TimeInterval {
        max(0, checkIn.dueAt.timeIntervalSince(time.date))
    }

    /// Seconds until the contact is written to; 0 once they are, or if they never will be.
    public func remainingUntilAlert(of checkIn: SafetyCheckIn) -> TimeInterval {
        checkIn.state == .waiting ? max(0, checkIn.alertsAt.timeIntervalSince(time.date)) : 0
    }

    /// What to say of a check-in: what happens next, or what has become of it.
    public func notice(of checkIn: SafetyCheckIn) -> String {
        let now = now(for: [checkIn])
        let code: String
        if checkIn.state(at: now) == .waiting {
            code = checkIn.isContactRefusing ? "contact_refuses" : now < checkIn.dueAt ? "waiting" : "due"
        } else if checkIn.state(at: now) == .missed {
            code =
                if checkIn.undeliveredAt != nil {
                    "missed_undelivered"
                } else if checkIn.isContactRefusing, checkIn.alertedAt == nil {
                    "missed_untold"
                } else {
                    checkIn.alertedAt == nil ? "missed" : "told"
                }
        } else if checkIn.state == .safe {
            code =
                if checkIn.undeliveredAt != nil {
                    checkIn.isContactRefusing ? "all_clear_refused" : "all_clear_undelivered"
                } else if checkIn.isClearing == true {
                    "all_clear_pending"
                } else {
                    checkIn.alertedAt == nil ? "safe" : "all_clear"
                }
        } else {
            code = checkIn.state.rawValue
        }
        return catalogue.words.text(code, in: .checkInNotices, ["contact": .text(checkIn.contact.name)])
            ?? catalogue.words(checkIn.state)
    }

    /// Check-ins with a request in flight.
    public var inFlight: Set<CheckInID> { actions.inFlight }

    /// Whether a new one is being set.
    public var isCreating: Bool { actions.inFlight.contains(Self.new) }

    /// What went wrong last, until the next attempt.
    public var failure: Failure? { actions.failure }

    /// Whether a check-in can be set with an entry.
    public func isValid(_ entry: CheckInEntry) -> Bool { CheckInRules.failures(in: entry, at: time.date).isEmpty }

    /// Notes that the user has changed or left a field of the form of a new check-in, so that its failures show.
    ///
    /// - Parameter path: The name of the field on the wire, such as `due_at` or `contact.email`.
    public func touch(_ path: String) { touched.touch(path) }

    /// Returns the failures of the touched fields of an entry; of all fields once the user has tried to set the check-in.
    public func failures(in entry: CheckInEntry) -> [FieldFailure] {
        touched.shown(of: CheckInRules.failures(in: entry, at: time.date))
    }

    /// Sets a check-in.
    @discardableResult
    public func create(_ entry: CheckInEntry) async -> ActionOutcome {
        touched.submit()
        let checked = CheckedCheckIn(entry, at: time.date)
        guard checked.failures.isEmpty else { return refuse(checked.failures) }
        let clean = checked.entry
        let outcome = await actions.run(Self.new, "\(clean.hashValue)") { key in
            [.changed(try await service.create(clean, key: key))]
        }
        if outcome == .done { touched.reset() }
        return outcome
    }

    /// Puts a check-in off.
    @discardableResult
    public func extend(_ checkIn: SafetyCheckIn, to dueAt: Date) async -> ActionOutcome {
        let wrong = CheckInRules.failures(inDue: dueAt, after: checkIn.dueAt, at: time.date)
        guard wrong.isEmpty else { return refuse(wrong) }
        return await actions.run(checkIn.id, "extend \(dueAt.timeIntervalSince1970)") { key in
            [.changed(try await service.extend(checkIn.id, to: dueAt, key: key))]
        }
    }

    /// Says that the user is safe. After the contact was told, they are told that too.
    @discardableResult
    public func safe(_ checkIn: SafetyCheckIn) async -> ActionOutcome {
        await actions.run(checkIn.id, "safe") { key in [.changed(try await service.safe(checkIn.id, key: key))] }
    }

    /// Calls a check-in off. Nobody is told.
    @discardableResult
    public func cancel(_ checkIn: SafetyCheckIn) async -> ActionOutcome {
        await actions.run(checkIn.id, "cancel") { key in [.changed(try await service.cancel(checkIn.id, key: key))] }
    }

    /// Returns the date, for a value that changes when one of the check-ins is due or its contact is written to.
    private func now(for checkIns: [SafetyCheckIn]) -> Date {
        clock.now(changingAt: checkIns.filter { $0.state == .waiting }.flatMap { [$0.dueAt, $0.alertsAt] })
    }

    private func refuse(_ wrong: [FieldFailure]) -> ActionOutcome {
        actions.refuse(Failure(wrong, in: .checkIn, of: catalogue))
    }
}

extension LogEvent {
    fileprivate static func changed(_ checkIn: SafetyCheckIn) -> LogEvent {
        LogEvent(.checkInChanged, data: Named(checkIn))
    }
}
