public import Foundation
import Networking
public import Observation
public import OrbitModels
public import Presentation
import TimeAndChance
public import Validation

/// The user's safety check-ins. Sets, postpones and cancels them, and reports that the user is safe.
///
/// ```swift
/// await checkIns.create(CheckInEntry(dueAt: dueAt, contact: contact, message: "I am out with new people."))
/// if let next = checkIns.next {
///     show(checkIns.remaining(of: next))
///     await checkIns.safe(next)
/// }
/// ```
///
/// The server alerts the contact even if this device is off.
@MainActor @Observable public final class CheckInsViewModel {
    /// The check-ins, the latest first. An ended check-in stays for a week.
    public let checkIns: PagedList<SafetyCheckIn>
    /// The fields of a new check-in that the user has changed or left. ``failures(in:)`` returns only their failures.
    public private(set) var touched = TouchedFields()

    private let service: CheckInService
    private let time: any TimeSource
    private let clock: ScreenClock
    private let actions: ActionRunner<CheckInID>
    private let catalogue: MessageCatalogue

    private static let new = CheckInID("new")

    /// Creates a view model that has loaded nothing yet, and that follows `log`.
    ///
    /// - Parameters:
    ///   - service: Sends the requests.
    ///   - log: The user's log.
    ///   - catalogue: The texts of failures and notices.
    ///   - pageSize: The number of check-ins per page, 1 to 100.
    public init(service: CheckInService, log: EventLog, catalogue: MessageCatalogue = .safety, pageSize: Int = 20) {
        self.service = service
        self.catalogue = catalogue
        (time, clock) = (log.time, log.clock)
        actions = ActionRunner(log: log)
        checkIns = PagedList(.checkIns, on: log) { try await service.checkIns(after: $0, limit: pageSize) }
        log.storage.add(checkIns, as: "check_ins")
    }

    /// The running check-ins, the next due first.
    public var running: [SafetyCheckIn] {
        let now = now(for: checkIns.known)
        return checkIns.known.filter { $0.state(at: now) == .running }.sorted { $0.dueAt < $1.dueAt }
    }

    /// The running check-in that is due next.
    public var next: SafetyCheckIn? { running.first }

    /// The missed check-ins for which the user has not yet reported that they are safe.
    public var missed: [SafetyCheckIn] {
        let now = now(for: checkIns.known)
        return checkIns.known.filter { $0.state(at: now) == .missed }
    }

    /// Returns the seconds until a check-in is due; 0 if it is due.
    public func remaining(of checkIn: SafetyCheckIn) -> TimeInterval {
        max(0, checkIn.dueAt.timeIntervalSince(time.date))
    }

    /// Returns the seconds until the contact is alerted. 0 if the check-in is no longer running, or if the time has
    /// passed.
    public func remainingUntilAlert(of checkIn: SafetyCheckIn) -> TimeInterval {
        checkIn.state == .running ? max(0, checkIn.alertsAt.timeIntervalSince(time.date)) : 0
    }

    /// Returns a sentence about a check-in: the next step while it is running, and its outcome after that.
    public func notice(of checkIn: SafetyCheckIn) -> String {
        let now = now(for: [checkIn])
        let code: String
        if checkIn.state(at: now) == .running {
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

    /// Whether a request for a new check-in is in flight.
    public var isCreating: Bool { actions.inFlight.contains(Self.new) }

    /// The failure of the last action; `nil` once another action starts.
    public var failure: Failure? { actions.failure }

    /// Whether the entry has no failures.
    public func isValid(_ entry: CheckInEntry) -> Bool { CheckInRules.failures(in: entry, at: time.date).isEmpty }

    /// Marks a field of the form of a new check-in as changed or left, so that its failures show.
    ///
    /// - Parameter path: The name of the field on the wire, such as `due_at` or `contact.email`.
    public func touch(_ path: String) { touched.touch(path) }

    /// Returns the failures of the touched fields of an entry. After an attempt to set the check-in, all fields count
    /// as touched.
    public func failures(in entry: CheckInEntry) -> [FieldFailure] {
        touched.shown(of: CheckInRules.failures(in: entry, at: time.date))
    }

    /// Sets a check-in, if the entry has no failures.
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

    /// Postpones a check-in, if `dueAt` has no failures.
    @discardableResult
    public func extend(_ checkIn: SafetyCheckIn, to dueAt: Date) async -> ActionOutcome {
        let wrong = CheckInRules.failures(inDue: dueAt, after: checkIn.dueAt, at: time.date)
        guard wrong.isEmpty else { return refuse(wrong) }
        return await actions.run(checkIn.id, "extend \(dueAt.timeIntervalSince1970)") { key in
            [.changed(try await service.extend(checkIn.id, to: dueAt, key: key))]
        }
    }

    /// Reports that the user is safe. If the contact was already alerted, the server sends them an all-clear.
    @discardableResult
    public func safe(_ checkIn: SafetyCheckIn) async -> ActionOutcome {
        await actions.run(checkIn.id, "safe") { key in [.changed(try await service.safe(checkIn.id, key: key))] }
    }

    /// Cancels a check-in. The contact is not notified.
    @discardableResult
    public func cancel(_ checkIn: SafetyCheckIn) async -> ActionOutcome {
        await actions.run(checkIn.id, "cancel") { key in [.changed(try await service.cancel(checkIn.id, key: key))] }
    }

    /// Returns the current date for a property that depends on it. The property changes when a running check-in is due,
    /// and when its contact is alerted.
    private func now(for checkIns: [SafetyCheckIn]) -> Date {
        clock.now(changingAt: checkIns.filter { $0.state == .running }.flatMap { [$0.dueAt, $0.alertsAt] })
    }

    private func refuse(_ wrong: [FieldFailure]) -> ActionOutcome {
        actions.refuse(Failure(wrong, in: .checkIn, of: catalogue))
    }
}

extension LogEvent {
    fileprivate static func changed(_ checkIn: SafetyCheckIn) -> LogEvent {
        LogEvent(.checkInChanged, data: Keyed(checkIn))
    }
}
