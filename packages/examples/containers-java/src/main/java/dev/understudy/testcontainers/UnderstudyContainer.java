package dev.understudy.testcontainers;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;
import org.testcontainers.utility.MountableFile;

/** A container of the Understudy image. Its clock is manual, and it starts with the demo data. */
public class UnderstudyContainer extends GenericContainer<UnderstudyContainer> {
  private static final int PORT = 4010;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final List<String> options = new ArrayList<>();
  private String token = UUID.randomUUID().toString();
  private int files;

  /** @param image the name of the image, with its tag */
  public UnderstudyContainer(String image) {
    super(DockerImageName.parse(image));
    withExposedPorts(PORT);
    waitingFor(Wait.forHttp("/_sim/health/ready").forPort(PORT));
  }

  /** Adds a built-in API such as {@code inventory}, or the URL of a description. Default: all built-in APIs. */
  public UnderstudyContainer withApi(String name) {
    return withOptions(name);
  }

  /** Adds an API from its OpenAPI description, a file on this machine. */
  public UnderstudyContainer withDescription(Path file) {
    return withOptions(copy(file));
  }

  /** Sets the initial data: {@code demo}, {@code demo:<records>} or {@code empty}. */
  public UnderstudyContainer withSeed(String name) {
    return withOptions("--seed", name);
  }

  /** Sets the initial data to a seed file or a snapshot on this machine. */
  public UnderstudyContainer withSeedFile(Path file) {
    return withOptions("--seed", copy(file));
  }

  /** Sets the control token, of at least 16 characters. Default: a random token. */
  public UnderstudyContainer withToken(String value) {
    token = value;
    return this;
  }

  /** Adds options of {@code understudy start}, such as {@code "--progression", "polls:3"}. */
  public UnderstudyContainer withOptions(String... more) {
    options.addAll(List.of(more));
    return this;
  }

  @Override
  protected void configure() {
    List<String> command = new ArrayList<>(List.of("start", "--host", "0.0.0.0", "--clock", "manual"));
    // Clients call the control plane by the name of the container host.
    command.addAll(List.of("--allowed-hosts", DockerClientFactory.instance().dockerHostIpAddress()));
    command.addAll(options);
    setCommand(command.toArray(String[]::new));
    addEnv("UNDERSTUDY_CONTROL_TOKEN", token);
  }

  /** Returns the base URL of all APIs. */
  public String getUrl() {
    return "http://" + getHost() + ":" + getMappedPort(PORT);
  }

  public String getToken() {
    return token;
  }

  /** Creates a sandbox with its own data and clock. Returns its base URL. */
  public String createSandbox(String name) {
    return control(getUrl(), "/sandboxes", Map.of("name", name)).get("url").asText();
  }

  /**
   * Advances the clock of a sandbox and does the work that becomes due.
   *
   * @param url base URL of the sandbox, or of all APIs
   */
  public void advance(String url, Duration by) {
    control(url, "/clock/advance", Map.of("by", by.toString()));
  }

  /**
   * Calls an operation of the control plane.
   *
   * @throws IllegalStateException with the response if it is rejected
   */
  public JsonNode control(String url, String path, Object body) {
    try {
      HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/_sim" + path))
          .header("authorization", "Bearer " + token)
          .header("content-type", "application/json")
          .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body)))
          .build();
      HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() >= 400) throw new IllegalStateException(path + ": " + response.body());
      return JSON.readTree(response.body());
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(error);
    }
  }

  /** Copies a file into a folder of its own, because its name can be the name of an API. */
  private String copy(Path file) {
    files += 1;
    String target = "/understudy/" + files + "/" + file.getFileName();
    withCopyFileToContainer(MountableFile.forHostPath(file), target);
    return target;
  }
}
