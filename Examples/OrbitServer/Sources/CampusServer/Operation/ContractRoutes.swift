import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore

/// Publishes the contract: `/openapi.yaml` and the files that it refers to.
///
/// The files are read once, so no request names a path of the file system.
struct ContractRoutes: Sendable {
    private let files: [String: Data]

    /// Reads the files. Without a contract in the folder, no route exists.
    init(folder: String) {
        var files: [String: Data] = [:]
        files["openapi.yaml"] = FileManager.default.contents(atPath: folder + "/openapi.yaml")
        let areas = (try? FileManager.default.contentsOfDirectory(atPath: folder + "/openapi")) ?? []
        for area in areas where area.hasSuffix(".yaml") {
            files["openapi/" + area] = FileManager.default.contents(atPath: "\(folder)/openapi/\(area)")
        }
        self.files = files
    }

    func add(to router: Router<ServerContext>) {
        for (name, data) in files {
            router.get(RouterPath("/" + name)) { _, _ in
                Response(
                    status: .ok, headers: [.contentType: "application/yaml"],
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: data)))
            }
        }
    }
}
