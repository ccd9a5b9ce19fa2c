import Validation

extension ProfileWords {
    public static let english = ProfileWords(
        parts: [
            "name": "Name", "birth_month": "Birth month", "age": "Age", "major": "Major", "location": "Place",
            "coordinates": "Point on the map", "bio": "Bio", "photos": "Photos", "interests": "Interests",
            "personality": "Personality", "social_preferences": "How you like to meet",
            "friendship_goals": "What you look for", "availability": "Free hours", "sports": "Sports",
            "socials": "Name elsewhere", "visibility": "Who sees it",
            "personality.introvert_extrovert": "Introvert to extrovert",
            "personality.spontaneous_planner": "Spontaneous to planner",
            "personality.active_relaxed": "Active to relaxed", "social_preferences.group_size": "Group size",
            "social_preferences.meeting_frequency": "How often", "social_preferences.preferred_times": "Times",
        ],
        labels: [
            "one_on_one": "One-on-one", "small": "Small groups (3–5)", "medium": "Medium groups (6–10)",
            "large": "Large groups (more than 10)", "weekly": "Weekly", "biweekly": "Every two weeks",
            "monthly": "Monthly", "flexible": "Flexible", "mornings": "Mornings", "afternoons": "Afternoons",
            "evenings": "Evenings", "weekends": "Weekends", "study_buddies": "Study buddies",
            "workout_partner": "Workout partner", "close_friends": "Close friends", "event_buddies": "Event buddies",
            "networking": "Networking", "badminton": "Badminton", "basketball": "Basketball", "climbing": "Climbing",
            "cycling": "Cycling", "gym": "Gym", "hiking": "Hiking", "running": "Running", "soccer": "Soccer",
            "swimming": "Swimming", "table_tennis": "Table tennis", "tennis": "Tennis", "volleyball": "Volleyball",
            "yoga": "Yoga", "beginner": "Beginner", "intermediate": "Intermediate", "advanced": "Advanced",
            "campus": "Everyone on campus", "matches": "Your matches", "attendees": "People at your meetups",
            "nobody": "Nobody", "instagram": "Instagram",
        ],
        changes: [
            .filledIn: "{part}: {after}.", .emptied: "{part}: taken out.",
            .changed: "{part}: {before} becomes {after}.",
            .added: "{part}: added {after}.", .removed: "{part}: removed {before}.",
            .reordered: "{part}: in another order.",
        ],
        benefits: [
            .discoverable: "Fill in what is missing, so that others find you.",
            .commonTimes: "Add your free hours, so that Orbit finds times that suit you both.",
            .recognition: "Add a photo, so that people recognise you.",
            .betterSuggestions: "Answer the three scales, so that suggestions suit you better.",
            .sharedGoals: "Say what you look for, so that you meet people who look for the same.",
            .conversationStarters: "Write a few words about yourself, so that people know how to begin.",
            .sportPartners: "Add the sports you play, so that others find someone to play with.",
            .studyPartners: "Add your major, so that people from your courses find you.",
        ],
        failures: .english,
        nameless: "Someone")
}
