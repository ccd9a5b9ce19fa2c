import Matching
import OrbitModels
import Testing

@Suite struct NegativeFeedbackTests {
    @Test func `similarity depends on interests and personality and is symmetric`() {
        let (chess, mixed, yoga) = (
            features(["chess", "go"], 0.2), features(["chess", "yoga"], 0.2), features(["yoga"])
        )
        #expect(chess.similarity(to: chess) == 1)
        #expect(chess.similarity(to: mixed) == mixed.similarity(to: chess))
        #expect(chess.similarity(to: mixed) < 1)
        #expect(chess.similarity(to: mixed) > chess.similarity(to: yoga))
        #expect(features([]).similarity(to: features([])) == 0)
    }

    @Test func `the twenty latest dislikes count, and earlier dislikes do not`() {
        let others = (0..<20).map { features(["other \($0)"], 0.9) }
        let chess = features(["chess"], 0.1)
        let counted = NegativeFeedback(others.dropLast() + [chess]).share(for: chess)
        let forgotten = NegativeFeedback(others + [chess]).share(for: chess)
        #expect(counted == 0.25)
        #expect(forgotten > 0.25)
    }

    @Test func `people similar to a disliked person lose up to three quarters of their score`() {
        let negativeFeedback = NegativeFeedback([features(["chess", "go"], 0.2)])
        #expect(negativeFeedback.share(for: features(["chess", "go"], 0.2)) == 0.25)
        #expect(negativeFeedback.share(for: features(["yoga"])) == 1)
        #expect(negativeFeedback.share(for: features(["chess", "yoga", "music"], 0.9)) > 0.9)
        #expect(NegativeFeedback().share(for: features(["chess"])) == 1)
    }

    @Test(arguments: [1, 2, 3] as [UInt64])
    func `a dislike lowers the similarity at the front of the list by a quarter`(seed: UInt64) {
        var random = RandomPeople(seed: seed, vocabulary: 8)
        let all = random.people(200).map { SimilarityFeatures($0.profile) }
        let disliked = all[0]
        // The viewer's best matches resemble the disliked person.
        let people = all.enumerated().map { place, features in
            DiversityReranker.Candidate(
                id: UserID("\(place)"), score: 0.3 + 0.5 * features.similarity(to: disliked), features: features)
        }
        func meanSimilarity(_ negativeFeedback: NegativeFeedback) -> Double {
            let front = Set(DiversityReranker(negativeFeedback: negativeFeedback, seed: seed).order(people, 20))
            return people.filter { front.contains($0.id) }.map { $0.features.similarity(to: disliked) }
                .reduce(0, +) / 20
        }
        #expect(meanSimilarity(NegativeFeedback([disliked])) < 0.75 * meanSimilarity(NegativeFeedback()))
    }

    @Test func `a dislike beyond the capacity is ignored`() {
        let many = Array(repeating: features(["yoga"]), count: NegativeFeedback.capacity) + [features(["chess"])]
        #expect(NegativeFeedback(many).share(for: features(["chess"])) == 1)
    }

    private func features(_ interests: [String], _ slider: Double? = nil) -> SimilarityFeatures {
        SimilarityFeatures(
            Profile(
                name: "Someone", interests: interests.map { Interest($0) },
                personality: Personality(introvertExtrovert: slider.flatMap { UnitInterval($0) })))
    }
}
