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
                "Matches see your free hours. Everyone else on campus learns only whether you share little, some or plenty of free time. Whoever says to be free all week sees all of a match's free hours.",
            "availability.campus": "Everyone on campus sees your free hours.",
            "availability.matches":
                "Matches see your free hours, and nobody else is compared with them. Whoever says to be free all week sees all of a match's free hours.",
            "availability.attendees":
                "Nobody but people at your meetups sees your free hours or is compared with them.",
            "availability.nobody": "Nobody sees your free hours or is compared with them.",
            "coordinates.usual":
                "Nobody sees the point. Others learn whether you live in the same square of 16 kilometres, in a neighbouring one or further away.",
            "coordinates.campus": "Everyone on campus sees the point itself: that is your home.",
            "coordinates.matches": "Matches see the point itself, and nobody else is compared with it.",
            "coordinates.attendees": "Nobody but people at your meetups sees the point or is compared with it.",
            "coordinates.nobody": "Nobody sees the point or is compared with it.",
            "birth_month.usual": "Nobody sees the month. Your age in years is another answer.",
            "socials.usual": "Matches see it.",
            "usual": "Everyone on campus sees it, and people are suggested by it.",
            "campus": "Everyone on campus sees it, and people are suggested by it.",
            "matches": "Matches see it. You are suggested to nobody by it.",
            "attendees": "People at your meetups see it. You are suggested to nobody by it.",
            "nobody": "Nobody sees it, and you are suggested to nobody by it.",
            "first": "{part}: what you save first counts for thirty days, whatever you save then. Is it right?",
            "later":
                "{part}: matches see what you have saved. Where others are compared with it, it counts from {day} on.",
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
