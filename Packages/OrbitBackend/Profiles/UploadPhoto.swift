import BackendRuntime
import Foundation
import Networking
import OrbitModels
import Profiles
import Validation

/// `POST /users/me/photo`: stores a photo for the caller's profile. The profile shows it once it is saved with the
/// photo.
struct UploadPhoto: Operations {
    /// The limit for uploads, including refused and repeated uploads, because each costs the server up to half a
    /// second.
    static let sending = RateLimit(
        name: "photos", tiers: [.init(count: 30, window: 3_600), .init(count: 100, window: 86_400)])

    let context: BackendContext

    var handlers: [RouteHandler] {
        [
            context.signedInOnce(ProfileRoutes.uploadPhoto, .photo, prepare: count, perform: perform)
        ]
    }

    /// Counts an upload in a transaction of its own, before its body is read: a refusal does not undo the count.
    private func count(_ call: RequestContext) async throws {
        try await context.commit(at: call.now) { transaction in
            let caller = try context.caller(of: call, in: transaction)
            try Self.sending.admit(
                caller.userID.rawValue, in: transaction, now: call.now,
                message: "You have sent many photos lately. Try again later.")
        }
    }

    private func perform(
        _ transaction: LogTransaction, _ call: RequestContext, _ caller: Caller, _ image: Image
    ) throws -> OperationResult {
        let album = PhotoAlbum(owner: caller.userID, basePath: context.basePath)
        let id = album.identifier(for: image.hash)
        let record = PhotoRecord(owner: caller.userID, id: id, mediaType: image.mediaType, createdAt: call.now)
        let shown = Set((caller.account.profile?.photos ?? []).map(\.id))
        guard try album.add(image.bytes, as: record, shown: shown, in: transaction) else {
            throw Self.tooManyPhotos
        }
        return .success(Keyed(album.photo(id)))
    }

    private static let tooManyPhotos = HTTPProblem(
        409, .tooManyPhotos, "You already have \(Limits.photos.upperBound) photos. Remove one first.",
        details: ["max": .integer(Limits.photos.upperBound)])
}

extension UploadPhoto {
    /// An uploaded image in a valid format, without the metadata of its file.
    struct Image: Sendable {
        let bytes: Data
        /// The hash is computed before the transaction, because eight mebibytes take a while.
        let hash: String
        let mediaType: String
    }
}

extension BodyReader<UploadPhoto.Image> {
    /// Reads the part `photo` of a form, which contains a JPEG or PNG file.
    static let photo = BodyReader(limit: Limits.photoBytes + 64 * 1_024, payload: { [$1.hash] }) { call in
        guard let type = call.contentType, type.value == "multipart/form-data",
            let boundary = type.parameters["boundary"]
        else { throw HTTPProblem.unsupportedMediaType(expected: "multipart/form-data") }
        guard let parts = MultipartReader.parts(of: call.request.body, boundary: boundary) else {
            throw HTTPProblem.malformed("the body is not a multipart form")
        }
        guard let bytes = parts.first(where: { $0.name == "photo" })?.content else {
            throw HTTPProblem.invalidInput([FieldFailure(path: "photo", code: .required)], "Choose a photo.")
        }
        do throws(ValidationError) {
            // The server cleans each photo again, even if the client has cleaned it.
            let photo = try CleanPhoto(bytes)
            var hash = ContentHash()
            hash.add(photo.bytes)
            return UploadPhoto.Image(
                bytes: photo.bytes, hash: hash.hexadecimal,
                mediaType: photo.format.mediaType ?? "application/octet-stream")
        } catch {
            throw refusal(of: error.failures)
        }
    }

    private static func refusal(of failures: [FieldFailure]) -> HTTPProblem {
        let codes = failures.map(\.code)
        if codes.contains(.tooManyBytes) { return .payloadTooLarge(limit: Limits.photoBytes) }
        if codes.contains(.unsupportedFormat) {
            return HTTPProblem(
                415, .unsupportedMediaType, "Choose a photo in JPEG or PNG format.", fields: failures)
        }
        return .invalidInput(failures, "Choose another photo.")
    }
}
