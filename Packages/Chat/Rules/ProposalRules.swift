public import Foundation
public import OrbitModels
public import Validation

/// The rules of a proposal, for forms before sending and for the server.
public enum ProposalRules {
    /// The form of the title.
    public static let title = TextForm(characters: ChatLimits.title, bytes: 800)
    /// The form of the texts of a place.
    public static let place = TextForm(characters: 0...ChatLimits.placeText, bytes: 1_600)
    /// The form of the address of an online meeting.
    public static let link = TextForm(characters: 0...ChatLimits.placeText, bytes: 800, hidden: .refused)

    /// Returns the failures of a proposal, warnings included.
    ///
    /// - Parameters:
    ///   - proposal: The proposal.
    ///   - now: The current time. Each slot has to start after it.
    public static func failures(in proposal: SendProposalRequest, at now: Date) -> [FieldFailure] {
        texts.failures(in: proposal) + slots(after: now).failures(in: proposal)
    }

    /// Returns the proposal with clean texts, without empty optional texts, and with slots sorted by their start.
    ///
    /// - Parameters:
    ///   - proposal: The proposal.
    ///   - now: The current time. Each slot has to start after it.
    /// - Throws: `ValidationError.invalid` with the blocking failures.
    public static func checked(
        _ proposal: SendProposalRequest, at now: Date
    ) throws(ValidationError) -> SendProposalRequest {
        let failures = Self.failures(in: proposal, at: now).blocking
        guard failures.isEmpty else { throw .invalid(failures) }
        var checked = proposal
        checked.title = title.cleaned(proposal.title)
        checked.place = proposal.place.flatMap(cleaned)
        checked.slots = proposal.slots.sorted { $0.startsAt < $1.startsAt }
        return checked
    }

    private static let texts: [Rule<SendProposalRequest>] = [
        .field("title", { $0.title }, .text(title), .unmixedScripts),
        .ifPresent("place.id", { $0.place?.id }, .text(place)),
        .ifPresent("place.name", { $0.place?.name }, .text(place)),
        .ifPresent("place.address", { $0.place?.address }, .text(place)),
        .ifPresent("place.room", { $0.place?.room }, .text(place)),
        .ifPresent("place.link", { $0.place?.link }, .text(link), .webAddress(link)),
        .field("zone", { $0.timeZone }, .zone),
    ]

    private static func slots(after now: Date) -> Rule<SendProposalRequest> {
        // Starts are distinct, because an acceptance names a slot by its start.
        .list(
            "slots", { $0.slots }, count: ChatLimits.slots, whole: .unique(by: { $0.startsAt }),
            each: Rule { slot in
                let latest = now.addingTimeInterval(TimeInterval(ChatLimits.daysAhead) * 86_400)
                guard slot.startsAt > now, slot.startsAt <= latest else {
                    return [FieldFailure(path: "starts_at", code: .notAllowed)]
                }
                guard let span = slot.span, span.duration <= TimeInterval(ChatLimits.maxSlotDays) * 86_400 else {
                    return [FieldFailure(path: "ends_at", code: .notAllowed)]
                }
                return []
            })
    }

    private static func cleaned(_ entry: Place) -> Place? {
        func cleaned(_ text: String?, _ form: TextForm = ProposalRules.place) -> String? {
            text.map(form.cleaned).flatMap { $0.isEmpty ? nil : $0 }
        }
        let result = Place(
            id: cleaned(entry.id), name: cleaned(entry.name), address: cleaned(entry.address),
            room: cleaned(entry.room), link: cleaned(entry.link, link), coordinates: entry.coordinates)
        return result == Place() ? nil : result
    }
}

extension Rule<String> {
    /// Requires the name of a time zone that this system knows.
    fileprivate static let zone = Rule { name in
        // The length is checked first, because the system searches for the name in its files.
        guard !name.isEmpty, name.utf8.count <= 64, TimeZone(identifier: name) != nil else {
            return [FieldFailure(path: "", code: .unknownValue)]
        }
        return []
    }
}
