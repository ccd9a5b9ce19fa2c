import Foundation
import TimeAndChance

/// Profiles in the wire format, in ASCII. All other characters are escaped, as by many servers.
enum GeneratedProfile {
    private static let firstNames = ["Maya", "José", "Chloë", "Liam", "Noah", "Søren", "李雷", "Anaïs", "Priya", "Yuki"]
    private static let lastNames = ["Patel", "García", "Nguyen", "O'Neil", "Müller", "Kim", "Okafor", "Rossi"]
    private static let cities = [("Berkeley", "CA"), ("Austin", "TX"), ("Ann Arbor", "MI"), ("Montréal", "QC")]
    private static let words = [
        "coffee", "study", "hiking", "library", "guitar", "climbing", "friend", "weekend", "ramen", "film", "chess",
        "code", "paint", "yoga", "sunrise", "vinyl", "market", "garden", "trivia", "karaoke", "astronomy", "poetry",
    ]
    private static let emoji = ["🌱", "🎸", "📚", "☕️", "🏔️", "🎮"]
    private static let interests = [
        "Sports & Fitness", "Music", "Art & Design", "Technology", "Food & Cooking", "Travel", "Gaming", "Reading",
        "Movies & TV", "Photography", "Nature", "Fashion", "Dancing", "Volunteering", "Podcasts", "Board Games",
        "Languages", "Meditation",
    ]
    private static let groupSizes = ["One-on-one", "Small groups (3-5)", "Medium groups (6-10)", "Large groups (10+)"]
    private static let frequencies = ["Weekly", "Bi-weekly", "Monthly", "Flexible"]
    private static let times = ["Mornings", "Afternoons", "Evenings", "Weekends"]
    private static let goals = [
        "Study buddies", "Workout partner", "Close friends", "Event buddies", "Networking",
    ]

    static func json(number: Int, random: inout SplitMix64) -> String {
        func whole(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
        func pick(_ list: [String]) -> String { list[whole(0...(list.count - 1))] }
        func some(_ list: [String], _ count: ClosedRange<Int>) -> [String] {
            Array(list.shuffled(using: &random).prefix(whole(count)))
        }
        func share() -> String { String(format: "%.4f", Double.random(in: 0...1, using: &random)) }

        var bio = (0..<whole(8...59)).map { _ in pick(words) }.joined(separator: " ")
        if whole(1...4) == 1 { bio += " " + pick(emoji) }
        if whole(1...10) == 1 { bio += "\n\"quoted\"" }
        let (city, state) = cities[whole(0...(cities.count - 1))]
        var location = "\"city\":\(text(city)),\"state\":\(text(state))"
        if whole(1...5) > 1 {
            let latitude = String(format: "%.6f", Double.random(in: 25...48, using: &random))
            let longitude = String(format: "%.6f", Double.random(in: -123 ... -70, using: &random))
            location += ",\"coordinates\":{\"lat\":\(latitude),\"lng\":\(longitude)}"
        }
        let photos = (0..<whole(0...6)).map { index in
            "https://photos.example/u\(number)/p\(index)_\(whole(100_000_000...999_999_999)).jpg"
        }
        return profile(
            name: "\(pick(firstNames)) \(pick(lastNames)) \(number)", age: whole(18...29), location: location, bio: bio,
            photos: photos, interests: some(interests, 3...10), personality: (share(), share(), share()),
            social: (pick(groupSizes), pick(frequencies), some(times, 1...4)), goals: some(goals, 1...3))
    }

    /// Returns a response of `bytes` bytes with a single profile, whose bio fills the rest.
    static func response(bytes: Int) -> String {
        func response(_ bio: String) -> String {
            let profile = profile(
                name: "Maya Patel", age: 20,
                location: #""city":"Berkeley","state":"CA","coordinates":{"lat":37.8715,"lng":-122.273}"#, bio: bio,
                photos: ["https://photos.example/u1/p0_100000001.jpg"], interests: Array(interests.prefix(6)),
                personality: ("0.42", "0.7", "0.15"), social: (groupSizes[1], frequencies[0], Array(times.suffix(2))),
                goals: [goals[0]])
            return #"{"success":true,"data":{"profile":"# + profile + #","profile_complete":true}}"#
        }
        let filling = String(repeating: words.joined(separator: " ") + " ", count: 1 + bytes / 100)
        return response(String(filling.prefix(max(0, bytes - response("").utf8.count))))
    }

    private static func profile(
        name: String, age: Int, location: String, bio: String, photos: [String], interests: [String],
        personality: (String, String, String), social: (group: String, frequency: String, times: [String]),
        goals: [String]
    ) -> String {
        """
        {"name":\(text(name)),"age":\(age),"location":{\(location)},"bio":\(text(bio)),"photos":\(list(photos)),\
        "interests":\(list(interests)),"personality":{"introvert_extrovert":\(personality.0),\
        "spontaneous_planner":\(personality.1),"active_relaxed":\(personality.2)},\
        "social_preferences":{"group_size":\(text(social.group)),"meeting_frequency":\(text(social.frequency)),\
        "preferred_times":\(list(social.times))},"friendship_goals":\(list(goals))}
        """
    }

    private static func list(_ texts: [String]) -> String { "[" + texts.map(text).joined(separator: ",") + "]" }

    private static func text(_ text: String) -> String {
        var json = "\""
        for unit in text.utf16 {
            switch unit {
            case 0x22, 0x5C: json += "\\" + String(UnicodeScalar(UInt8(unit)))
            case 0x20..<0x7F: json += String(UnicodeScalar(UInt8(unit)))
            default: json += String(format: "\\u%04x", Int(unit))
            }
        }
        return json + "\""
    }
}
