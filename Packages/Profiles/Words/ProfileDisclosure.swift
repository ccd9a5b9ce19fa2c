public import OrbitModels
public import Validation

/// The information that a member of the profile reveals to other people, by its audience.
public enum ProfileDisclosure {
    /// The vocabulary with its English sentences.
    ///
    /// A member with its own sentences is looked up by member and audience, and any other member by audience. The code
    /// `usual` is the default, before the user has chosen. `first` has the parameter `part`, and `later` has `part` and
    /// `day`.
    public static let vocabulary = Vocabulary(
        "profile_disclosure",
        [
            "availability.usual":
                "Matches see your free hours. Everyone else on campus learns only if you share little, some or plenty of free time. A match who claims to be free all week sees all of your free hours.",
            "availability.campus": "Everyone on campus sees your free hours.",
            "availability.matches":
                "Matches see your free hours. We compare them with nobody else's. A match who claims to be free all week sees all of your free hours.",
            "availability.attendees":
                "Only people at your meetups see your free hours or are compared with them.",
            "availability.nobody": "Nobody sees your free hours or is compared with them.",
            "coordinates.usual":
                "Nobody sees the point. Others learn only if you live in their area, next to it or further away. An area is a square of 16 kilometres.",
            "coordinates.campus": "Everyone on campus sees the exact point. This is your home.",
            "coordinates.matches": "Matches see the exact point. Nobody else is compared with it.",
            "coordinates.attendees": "Only people at your meetups see the point or are compared with it.",
            "coordinates.nobody": "Nobody sees the point or is compared with it.",
            "birth_month.usual": "Nobody sees the month. You choose separately who sees your age.",
            "socials.usual": "Matches see it.",
            "usual": "Everyone on campus sees it. We use it for suggestions.",
            "campus": "Everyone on campus sees it. We use it for suggestions.",
            "matches": "Matches see it. We do not use it for suggestions.",
            "attendees": "People at your meetups see it. We do not use it for suggestions.",
            "nobody": "Nobody sees it. We do not use it for suggestions.",
            "first": "{part}: what you save now counts for thirty days, even if you change it. Is it right?",
            "later":
                "{part}: matches see your change now. We compare it with others from {day} on.",
        ])
}

extension MessageCatalogue {
    /// Returns a sentence about the information that a member reveals to other people.
    ///
    /// - Parameters:
    ///   - field: The member.
    ///   - audience: The audience of the member; `nil` before the user has chosen.
    public func message(forDisclosureOf field: ProfileField, to audience: Audience?) -> String? {
        let audience = (field.fixedAudience ?? audience)?.rawValue ?? "usual"
        return words.text("\(field.rawValue).\(audience)", in: ProfileDisclosure.vocabulary)
            ?? words.text(audience, in: ProfileDisclosure.vocabulary)
    }

    /// Returns the question to the user whether new free hours or a new home are correct, before they take effect for
    /// the first time.
    public func message(forFirst field: ProfileField) -> String {
        words.text("first", in: ProfileDisclosure.vocabulary, ["part": .text(words(field))]) ?? words(field)
    }

    /// Returns a sentence about the day on which saved free hours or a saved home take effect.
    public func message(for field: ProfileField, countingFrom day: CalendarDay) -> String {
        let parameters: [String: ParameterValue] = ["part": .text(words(field)), "day": .text(day.description)]
        return words.text("later", in: ProfileDisclosure.vocabulary, parameters) ?? words(field)
    }
}
