import Matching
import OrbitModels
import Testing

@Suite struct NegativeFeedbackTests {
    @Test func `similarity depends on interests and personality and is symmetric`() {
        let (chess, mixed, yoga) = (
            likeness(["chess", "go"], 0.2), likeness(["chess", "yoga"], 0.2), likeness(["yoga"])
        )
        #expect(chess.similarity(to: chess) == 1)
        #expect(chess.similarity(to: mixed) == mixed.similarity(to: chess))
        #expect(chess.similarity(to: mixed) < 1)
        #expect(chess.similarity(to: mixed) > chess.similarity(to: yoga))
        #expect(likeness([]).similarity(to: likeness([])) == 0)
    }

    @Test func `the twenty latest dislikes count, and earlier dislikes do not`() {
        let others = (0..<20).map { likeness(["other \($0)"], 0.9) }
        let chess = likeness(["chess"], 0.1)
        let counted = NegativeFeedback(others.dropLast() + [chess]).share(for: chess)
        let forgotten = NegativeFeedback(others + [chess]).share(for: chess)
        #expect(counted == 0.25)
        #expect(forgotten > 0.25)
    }

    @Test func `people similar to a disliked person lose up to three quarters of their score`() {
        let lessLike = NegativeFeedback([likeness(["chess", "go"], 0.2)])
        #expect(lessLike.share(for: likeness(["chess", "go"], 0.2)) == 0.25)
        #expect(lessLike.share(for: likeness(["yoga"])) == 1)
        #expect(lessLike.share(for: likeness(["chess", "yoga", "music"], 0.9)) > 0.9)
        #expect(NegativeFeedback().share(for: likeness(["chess"])) == 1)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a dislike lowers the similarity at the front of the list by a quarter`(seed: UInt64) {
        var random = RandomPeople(seed: seed, vocabulary: 8)
        let likenesses = random.people(200).map { SimilarityFeatures($0.profile) }
        let disliked = likenesses[0]
        // The viewer's best matches resemble the disliked person.
        let people = likenesses.enumerated().map { place, likeness in
            DiversityReranker.Candidate(
                id: UserID("\(place)"), score: 0.3 + 0.5 * likeness.similarity(to: disliked), likeness: likeness)
        }
        func meanLikeness(_ lessLike: NegativeFeedback) -> Double {
            let front = Set(DiversityReranker(lessLike: lessLike, seed: seed).order(people, 20))
            return people.filter { front.contains($0.id) }.map { $0.likeness.similarity(to: disliked) }
                .reduce(0, +) / 20
        }
        #expect(meanLikeness(NegativeFeedback([disliked])) < 0.75 * meanLikeness(NegativeFeedback()))
    }

    @Test func `a dislike beyond the capacity is ignored`() {
        let many = Array(repeating: likeness(["yoga"]), count: NegativeFeedback.capacity) + [likeness(["chess"])]
        #expect(NegativeFeedback(many).share(for: likeness(["chess"])) == 1)
    }

    private func likeness(_ interests: [String], _ slider: Double? = nil) -> SimilarityFeatures {
        SimilarityFeatures(
            Profile(
                name: "Someone", interests: interests.map { Interest($0) },
                personality: Personality(introvertExtrovert: slider.flatMap { UnitInterval($0) })))
    }
}
