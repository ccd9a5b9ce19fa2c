public import Foundation
public import OrbitModels
public import Presentation

/// The form of a new proposal or a counterproposal.
public struct ProposalForm: Hashable, Sendable {
    /// The title of the meetup.
    public var title: String
    /// The place; `nil` if it is still open.
    public var place: Place?
    /// The time zone of the place, on whose wall clock the slots are shown.
    public var timeZone: TimeZone
    /// The times to choose from, 1 to 5.
    public var slots: [ProposalSlot]
    /// The countered proposal; `nil` for a new proposal.
    public let counteredID: ProposalID?
    /// The fields whose failures are shown.
    public var touched = TouchedFields()

    /// Creates the form of a new proposal.
    ///
    /// - Parameters:
    ///   - timeZone: The time zone of the campus.
    ///   - title: The title to begin with.
    ///   - slots: The times to begin with, such as common free times. Times beyond the fifth are dropped.
    public init(timeZone: TimeZone, title: String = "", slots: [ProposalSlot] = []) {
        self.title = title
        self.timeZone = timeZone
        self.slots = Array(slots.prefix(ChatLimits.slots.upperBound))
        counteredID = nil
    }

    /// Creates the form of a counterproposal, with the title and the place of the countered proposal.
    public init(countering proposal: Proposal) {
        title = proposal.title
        place = proposal.place
        timeZone = proposal.timeZone
        slots = []
        counteredID = proposal.id
    }

    /// Adds a time. A time with a start that the form has is not added.
    public mutating func add(_ slot: ProposalSlot) {
        touched.touch("slots")
        guard !slots.contains(where: { $0.startsAt == slot.startsAt }) else { return }
        slots.append(slot)
        slots.sort { $0.startsAt < $1.startsAt }
    }

    /// Removes the time with this start.
    public mutating func removeSlot(startingAt start: Date) {
        touched.touch("slots")
        slots.removeAll { $0.startsAt == start }
    }

    /// Returns the failures of all fields, warnings included.
    public func failures(at now: Date) -> [FieldFailure] {
        ProposalRules.failures(in: request(ClientID("")), at: now)
    }

    /// Returns the body of the request.
    func request(_ client: ClientID) -> SendProposalRequest {
        SendProposalRequest(
            clientID: client, title: title, place: place, timeZone: timeZone.identifier, slots: slots,
            counteredID: counteredID)
    }
}
